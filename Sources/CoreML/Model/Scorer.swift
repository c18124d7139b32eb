/// A classifier prepared for arrays of one shape: numbers in, one probability a label out.
///
/// One owner at a time. It reuses its memory: after the first run, a classifier made of networks
/// allocates nothing.
package final class Scorer {
  /// The labels in the order of the scores; integers as texts. Empty for a model that is no classifier.
  package let classLabels: [String]

  private let worker: any StageWorker
  private let inputCount: Int
  private let scoreCount: Int

  init(classLabels: [String], worker: any StageWorker, inputCount: Int, scoreCount: Int) {
    self.classLabels = classLabels
    self.worker = worker
    self.inputCount = inputCount
    self.scoreCount = scoreCount
  }

  /// Computes the probability of each label.
  ///
  /// - Parameters:
  ///   - input: the numbers of the model's array in row-major order.
  ///   - scores: receives one probability a label, in label order; of a batch, one array's after the
  ///     other's.
  /// - Throws: what a prediction would throw.
  package func score(_ input: Span<Float>, into scores: inout MutableSpan<Float>) throws {
    precondition(input.count == inputCount, "\(input.count) numbers, expected \(inputCount)")
    precondition(
      scores.count == scoreCount, "room for \(scores.count) scores, expected \(scoreCount)")
    try worker.run(input, into: &scores)
  }
}
