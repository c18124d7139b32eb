public import CoreMedia

/// The window durations that a request accepts.
public enum SNTimeDurationConstraint: Equatable, Sendable {
  /// Exactly these durations, the shortest first.
  case enumeratedDurations([CMTime])

  /// Any duration from the range's start to its end, both included.
  case durationRange(CMTimeRange)
}

extension SNTimeDurationConstraint {
  /// The supported duration that stands for a wanted one: the nearest below it, else the shortest.
  ///
  /// - Parameter duration: a numeric time.
  func supportedDuration(for duration: CMTime) -> CMTime {
    switch self {
    case .enumeratedDurations(let durations):
      durations.last { $0 <= duration } ?? durations.first ?? duration
    case .durationRange(let range):
      min(max(duration, range.start), range.end)
    }
  }

  /// The shortest supported duration that holds so many seconds, else the longest, in seconds.
  func shortestDuration(holding seconds: Double) -> Double {
    switch self {
    case .enumeratedDurations(let durations):
      let all = durations.map(\.seconds)
      return all.first { $0 >= seconds - 1e-9 } ?? all.last ?? seconds
    case .durationRange(let range):
      return min(max(seconds, range.start.seconds), range.end.seconds)
    }
  }
}
