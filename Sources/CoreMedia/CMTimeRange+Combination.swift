/// The range that two ranges share; see `CMTimeRange.intersection(_:)`.
public func CMTimeRangeGetIntersection(
  _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange {
  range.intersection(otherRange)
}

/// The smallest range around two ranges; see `CMTimeRange.union(_:)`.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

extension CMTimeRange {
  /// The range that both share: empty at zero where they lie apart.
  ///
  /// Invalid where either is invalid, or where they start in different epochs.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isComparable(to: otherRange) else { return .invalid }
    let start = CMTimeMaximum(start, otherRange.start)
    let end = CMTimeMinimum(end, otherRange.end)
    return start <= end ? CMTimeRange(start: start, end: end) : .zero
  }

  /// The smallest range from the earlier start to the later end, with the gap between them if any.
  ///
  /// Invalid where either is invalid, or where they start in different epochs.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isComparable(to: otherRange) else { return .invalid }
    return CMTimeRange(
      start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
  }

  private func isComparable(to other: CMTimeRange) -> Bool {
    isValid && other.isValid && start.epoch == other.start.epoch
  }
}
