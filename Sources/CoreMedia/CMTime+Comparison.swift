/// Compares two times: -1 where the first is earlier, 0 where they are equal, 1 where it is later.
///
/// A total order: negative infinity, numbers by epoch and then by value, the indefinite time,
/// positive infinity, the invalid time. Two times of a kind that holds no number are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  let kinds = (time1.kind, time2.kind)
  guard kinds == (.numeric, .numeric) else { return order(kinds.0, kinds.1) }
  guard time1.epoch == time2.epoch else { return order(time1.epoch, time2.epoch) }
  return order(
    Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale))
}

/// The earlier of two times, in the order of `CMTimeCompare`.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 < time1 ? time2 : time1
}

/// The later of two times, in the order of `CMTimeCompare`.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 > time1 ? time2 : time1
}

private func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
  first < second ? -1 : first == second ? 0 : 1
}

extension CMTime: Comparable {
  /// Whether two times are the same: 1/2 equals 2/4, whatever was rounded.
  public static func == (lhs: CMTime, rhs: CMTime) -> Bool { CMTimeCompare(lhs, rhs) == 0 }

  /// Whether one time comes before another, in the order of `CMTimeCompare`.
  public static func < (lhs: CMTime, rhs: CMTime) -> Bool { CMTimeCompare(lhs, rhs) < 0 }
}

extension CMTime: Hashable {
  /// Feeds what equality looks at: the kind, and for numbers the epoch and the reduced fraction.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard kind == .numeric else { return }
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale))
    hasher.combine(epoch)
    hasher.combine(value < 0)
    hasher.combine(value.magnitude / divisor)
    hasher.combine(UInt64(timescale) / divisor)
  }
}
