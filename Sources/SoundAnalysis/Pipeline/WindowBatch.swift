import CoreML

/// Windows that a model scores together, which reads its weights once for all of them.
///
/// Only for models that give the same bits then; the first windows are scored one by one, so that
/// the first result comes soon and a short recording pays for no second plan.
///
/// Not thread-safe; one pipeline owns it.
final class WindowBatch {
  /// Windows in a batch: more would push each other out of the processor's cache.
  static let windowCount = 4

  /// Windows that are scored one by one before.
  private static let singleCount = 16

  private enum State {
    /// How many windows were scored one by one.
    case waiting(Int)
    case ready(Scorer)
    /// The model cannot do it.
    case impossible
  }

  private var state = State.waiting(0)
  private let classifier: Classifier
  private let shape: [Int]
  private let inputCount: Int
  private var input: [Float] = []
  private var output: [Float] = []

  /// Prepares batches of windows of a shape, without any work yet.
  init(_ classifier: Classifier, shape: [Int]) {
    self.classifier = classifier
    self.shape = shape
    inputCount = shape.reduce(1, *)
  }

  /// Takes note of a window that was scored alone.
  func noteSingle() {
    if case .waiting(let count) = state { state = .waiting(count + 1) }
  }

  /// Whether windows can be scored together from now on.
  func isReady(_ profile: TimeProfile?) -> Bool {
    if case .waiting(let count) = state, count >= Self.singleCount {
      let scorer = profile.measure(.network) {
        classifier.model.makeBatchScorer(shape: shape, count: Self.windowCount)
      }
      state = scorer.map { .ready($0) } ?? .impossible
      if case .ready = state {
        input = Array(repeating: 0, count: Self.windowCount * inputCount)
        output = Array(repeating: 0, count: Self.windowCount * classifier.labels.count)
      }
    }
    if case .ready = state { return true }
    return false
  }

  /// Sets the rows of one window of the batch.
  func setInput(_ index: Int, _ rows: Span<Float>) {
    let place = index * inputCount..<(index + 1) * inputCount
    unsafe rows.withUnsafeBufferPointer { unsafe input.replaceSubrange(place, with: $0) }
  }

  /// Scores the batch; the error if the model fails.
  func score(_ profile: TimeProfile?) -> (any Error)? {
    guard case .ready(let scorer) = state else {
      preconditionFailure("a batch is scored before it is ready")
    }
    var values: [Float] = []
    swap(&values, &output)
    defer { swap(&values, &output) }
    let input = input
    var target = values.mutableSpan
    do {
      try profile.measure(.network) { () throws(any Error) in
        try scorer.score(input.span, into: &target)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The scores of one window of the batch.
  func scores(_ index: Int) -> [Float] {
    let count = classifier.labels.count
    return Array(output[index * count..<(index + 1) * count])
  }
}
