/// A window with its score before and after smoothing.
struct SmoothedWindow: Sendable, Equatable {
  var span: WindowSpan
  var index: Int
  /// The label whose score this is, as a place in the detector's labels.
  var source: Int
  var score: Float
  var smoothed: Float
}

/// Smooths the scores of one label, window by window; holds as many windows as the median needs.
struct SmoothingFilter: Sendable {
  private let smoothing: ScoreSmoothing
  /// The windows that the median still looks at, oldest first; empty for the other kinds.
  private var held: [SmoothedWindow] = []
  /// How many of `held` have been handed on.
  private var handedOn = 0
  private var average: Float?
  /// Scratch for the median.
  private var sorted: [Float] = []

  init(_ smoothing: ScoreSmoothing) {
    self.smoothing = smoothing
  }

  /// Takes the next window; returns the one that is decided now, if there is one.
  mutating func push(_ window: SmoothedWindow) -> SmoothedWindow? {
    var window = window
    switch smoothing {
    case .none:
      window.smoothed = window.score
      return window
    case .exponential(let weight):
      let old = average ?? window.score
      window.smoothed = old + weight * (window.score - old)
      average = window.smoothed
      return window
    case .median(let count):
      held.append(window)
      if held.count > count {
        held.removeFirst()
        handedOn -= 1
      }
      return held.count - handedOn > count / 2 ? next(reach: count / 2) : nil
    }
  }

  /// Hands on the next held window at the end of the stream; nil when none is left.
  mutating func drain() -> SmoothedWindow? {
    if case .median(let count) = smoothing, handedOn < held.count {
      return next(reach: count / 2)
    }
    reset()
    return nil
  }

  /// Forgets everything, as at the start of a stream.
  private mutating func reset() {
    held.removeAll(keepingCapacity: true)
    handedOn = 0
    average = nil
  }

  /// The next window with the median of those up to `reach` before and after it that exist; of an even
  /// count, which the stream's ends have, the lower one of the two in the middle.
  private mutating func next(reach: Int) -> SmoothedWindow {
    var window = held[handedOn]
    let first = max(0, handedOn - reach)
    let last = min(held.count - 1, handedOn + reach)
    sorted.removeAll(keepingCapacity: true)
    for place in first...last { sorted.append(held[place].score) }
    sorted.sort()
    window.smoothed = sorted[(sorted.count - 1) / 2]
    handedOn += 1
    return window
  }
}
