/// A stretch of time: a start that belongs to it, and a duration at whose end it stops.
public struct CMTimeRange: Sendable {
  /// The first time of the range.
  public var start: CMTime

  /// The length of the range, in epoch 0 and not below zero; the end is not part of the range.
  public var duration: CMTime

  /// Makes the invalid range: every field is zero.
  public init() {
    start = CMTime()
    duration = CMTime()
  }

  /// Makes a range from its fields as they are.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// Makes the range between two times, without the later one.
  public init(start: CMTime, end: CMTime) {
    self = CMTimeRangeMake(start: start, duration: end - start)
  }

  /// No range at all: what failed computations give.
  public static let invalid = CMTimeRange()

  /// An empty range at zero seconds.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)

  /// The first time after the range; invalid where the range is.
  public var end: CMTime { isValid ? start + duration : .invalid }

  /// Whether both times are valid and the duration is in epoch 0 and not below zero.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }

  /// Whether the range is valid, but its start or its duration is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether the range is valid and holds no time.
  public var isEmpty: Bool { isValid && duration == .zero }
}

extension CMTimeRange: Hashable {}

/// Makes the range of a start and a duration; invalid where the duration has an epoch of its own.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  duration.epoch == 0 ? CMTimeRange(start: start, duration: duration) : .invalid
}

/// Makes the range between two times, without the later one.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// The first time after a range; invalid where the range is.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether two ranges have equal starts and equal durations.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1 == range2
}
