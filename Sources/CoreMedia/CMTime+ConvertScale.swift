/// Converts a time to another timescale, rounding as asked.
///
/// Rounding sets `hasBeenRounded`. A time that is no number stays as it is; a value too large for the
/// new timescale gives an infinity, and a timescale that is not positive the invalid time.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
  guard time.kind == .numeric else { return CMTime(time.kind) }
  guard newTimescale > 0 else { return .invalid }
  guard let (value, isExact) = time.exactSeconds.value(timescale: newTimescale, method: method)
  else { return time.value < 0 ? .negativeInfinity : .positiveInfinity }
  return CMTime(
    value: value, timescale: newTimescale,
    flags: isExact ? time.flags : time.flags.union(.hasBeenRounded), epoch: time.epoch)
}

extension CMTime {
  /// The time on another timescale, as `CMTimeConvertScale` gives it.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }
}
