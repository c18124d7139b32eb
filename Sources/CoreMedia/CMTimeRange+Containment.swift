/// Whether a time lies in a range; the start does, the end does not.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}

/// Whether a range lies wholly in another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// The time nearest to a given one in a range, which here counts its end in.
///
/// An invalid or empty range and an invalid time give the invalid time; the indefinite time, which is
/// near to nothing, stays itself.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard range.isValid, !range.isEmpty, time.kind != .invalid else { return .invalid }
  guard time.kind != .indefinite else { return time }
  return time < range.start ? range.start : time > range.end ? range.end : time
}

extension CMTimeRange {
  /// Whether a time lies in the range; the start does, the end does not.
  ///
  /// Only numbers lie in ranges, and none lies in an invalid range.
  public func containsTime(_ time: CMTime) -> Bool {
    isValid && time.kind == .numeric && start <= time && time < end
  }

  /// Whether another range lies wholly in this one; false where either is invalid.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    isValid && range.isValid && start <= range.start && range.end <= end
  }
}
