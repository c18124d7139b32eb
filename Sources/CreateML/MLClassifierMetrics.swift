/// How well a classifier names labelled recordings: one answer a file.
public struct MLClassifierMetrics: Sendable {
  /// How often one label is answered where another, or the same, is right. Ours: Apple's tables need
  /// a framework that is not here.
  public struct Confusion: Sendable, Equatable {
    /// What is heard in the files.
    public let trueLabel: String

    /// What the answer is.
    public let predictedLabel: String

    /// In how many files.
    public let count: Int
  }

  /// The pairs that occur, in the order of their labels. Ours.
  public let confusion: [Confusion]

  /// Files that were left out, a sentence each. Ours.
  public let warnings: [String]

  /// Why there are no figures; nil where there are some.
  public let error: (any Error)?

  /// Whether there are figures.
  public var isValid: Bool { error == nil }

  /// The share of the files with a wrong answer, 0 to 1; 1 where there are no figures.
  public var classificationError: Double {
    let count = confusion.reduce(0) { $0 + $1.count }
    guard isValid, count > 0 else { return 1 }
    return Double(confusion.reduce(0) { $0 + ($1.trueLabel == $1.predictedLabel ? 0 : $1.count) })
      / Double(count)
  }

  /// Counts answers.
  init(_ answers: [(truth: String, answer: String)], warnings: [String] = []) {
    var counts: [[String]: Int] = [:]
    for pair in answers { counts[[pair.truth, pair.answer], default: 0] += 1 }
    confusion = counts.map { pair, count in
      Confusion(trueLabel: pair[0], predictedLabel: pair[1], count: count)
    }.sorted { ($0.trueLabel, $0.predictedLabel) < ($1.trueLabel, $1.predictedLabel) }
    self.warnings = warnings
    error =
      answers.isEmpty
      ? MLCreateError.generic(reason: "no file is left to evaluate on, expected one at least")
      : nil
  }

  /// Says why there are no figures.
  init(failure: any Error, warnings: [String] = []) {
    confusion = []
    self.warnings = warnings
    error = failure
  }

  /// The share of a label's answers that are right; nil where it is never an answer. Ours.
  public func precision(of label: String) -> Double? {
    ratio(of: label) { $0.predictedLabel == label }
  }

  /// The share of a label's files that get it as the answer; nil where it has none. Ours.
  public func recall(of label: String) -> Double? {
    ratio(of: label) { $0.trueLabel == label }
  }

  private func ratio(of label: String, among isCounted: (Confusion) -> Bool) -> Double? {
    let counted = confusion.filter(isCounted)
    let all = counted.reduce(0) { $0 + $1.count }
    let right = counted.first { $0.trueLabel == label && $0.predictedLabel == label }?.count ?? 0
    return all == 0 ? nil : Double(right) / Double(all)
  }
}
