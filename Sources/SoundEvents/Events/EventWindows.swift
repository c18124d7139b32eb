/// How windows are cut for events, where nobody says otherwise; chosen by `Benchmarks/events.py`.
package enum EventWindows {
  /// The length of a window, in seconds.
  package static let duration = 1.0
  /// The share of a window that the next one hears again.
  package static let overlapFactor = 0.75
}
