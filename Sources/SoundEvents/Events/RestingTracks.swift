/// The tracks that hear nothing, which is nearly all of them nearly always: a comparison for each.
///
/// A track rests if it has one label, no smoothing and no event in hand; all that it would remember is
/// its last score. It wakes when its score comes to the closing threshold.
struct RestingTracks: Sendable {
  /// The last window that all resting tracks heard; nil at the start and where windows broke off.
  var window: WindowSpan?

  /// Flat, one element a track.
  private let canRest: [Bool]
  private let sources: [Int]
  private let levels: [Float]
  private var isResting: [Bool]
  private var scores: [Float]

  init(_ settings: [TrackSettings]) {
    canRest = settings.map { $0.sources.count == 1 && $0.rule.smoothing == .none }
    sources = settings.map { $0.sources[0] }
    levels = settings.map(\.rule.closeThreshold)
    isResting = canRest
    scores = Array(repeating: 0, count: settings.count)
  }

  func contains(_ place: Int) -> Bool { isResting[place] }

  /// Whether a track rests and goes on resting through a window with these scores, which it notes.
  mutating func stays(_ place: Int, in scores: [Float]) -> Bool {
    guard isResting[place] else { return false }
    let score = EventTrack.clean(scores[sources[place]])
    guard score < levels[place] else { return false }
    self.scores[place] = score
    return true
  }

  /// Wakes a track; returns the last window that it heard while it rested, if there was one.
  mutating func wake(_ place: Int) -> SmoothedWindow? {
    guard isResting[place] else { return nil }
    isResting[place] = false
    guard let window else { return nil }
    let score = scores[place]
    // The number of a window that only neighbours an event is never asked for.
    return SmoothedWindow(
      span: window, index: -1, source: sources[place], score: score, smoothed: score)
  }

  /// Lets a track without an event rest, if its kind can; `score` is that of its last window.
  mutating func lay(_ place: Int, score: Float) {
    isResting[place] = canRest[place]
    scores[place] = score
  }
}
