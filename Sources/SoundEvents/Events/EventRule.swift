/// How the scores of one label become events; the defaults are chosen by `make bench-events`.
package struct EventRule: Sendable, Equatable {
  /// An event opens at this score or above, 0 to 1.
  package var openThreshold: Float = 0.35
  /// An event begins and ends where the score crosses this value, over 0; at most `openThreshold`.
  package var closeThreshold: Float = 0.09
  /// What is done to the scores before the thresholds.
  package var smoothing: ScoreSmoothing = .none
  /// Shorter events are dropped, in seconds.
  package var minimumDuration: Double = 0.2
  /// Runs of one label that lie this close together become one event, in seconds.
  package var maximumGap: Double = 1
  /// The share of a window, 0 to 1, that a sound fills when its score is at `closeThreshold`.
  package var fill: Double = 0.2

  /// Makes the default rule.
  package init() {}

  /// Makes a rule; without a minimum or a gap, runs are left as they are.
  package init(
    openThreshold: Float, closeThreshold: Float, smoothing: ScoreSmoothing = .none,
    minimumDuration: Double = 0, maximumGap: Double = 0, fill: Double = 0.2
  ) {
    self.openThreshold = openThreshold
    self.closeThreshold = closeThreshold
    self.smoothing = smoothing
    self.minimumDuration = minimumDuration
    self.maximumGap = maximumGap
    self.fill = fill
  }
}

/// What is done to a label's scores before the thresholds see them.
package enum ScoreSmoothing: Sendable, Equatable {
  /// Nothing.
  case none
  /// The median of an odd number of windows around each; decisions come (count - 1) / 2 windows later.
  case median(count: Int)
  /// A running mean: new = old + weight x (score - old), 0 < weight <= 1; onsets come later by design.
  case exponential(weight: Float)
}
