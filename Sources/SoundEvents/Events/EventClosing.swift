/// Why an event ended.
package enum EventClosing: String, Sendable, CaseIterable {
  /// The score fell below the closing threshold.
  case scoreFell = "score_fell"
  /// The recording or stream ended.
  case streamEnd = "stream_end"
  /// Listening was stopped: by a signal, or because its time was over.
  case stopped
  /// The time line has a hole or went back, or a live source went away.
  case interrupted
  /// No window came for longer than the gap allows.
  case timeout
}
