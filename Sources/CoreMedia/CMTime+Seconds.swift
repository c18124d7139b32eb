/// Makes a time from a number of seconds, on the preferred timescale or, where it overflows, a coarser.
///
/// - Parameters:
///   - seconds: an infinity gives the infinite time, not-a-number the invalid one.
///   - preferredTimescale: units per second; halved until the value fits. If not even whole seconds
///     fit, the result is infinite. Not positive: the result is invalid.
/// - Returns: the time of the unit that equals `seconds` in double precision if there is one, else of
///   the unit next to it toward zero, marked `hasBeenRounded`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
  var timescale = preferredTimescale
  while true {
    let units = seconds * Double(timescale)
    if let nearest = CMTimeValue(exactly: units.rounded()),
      let truncated = CMTimeValue(exactly: units.rounded(.towardZero))
    {
      let isExact = Double(nearest) / Double(timescale) == seconds
      return CMTime(
        value: isExact ? nearest : truncated, timescale: timescale,
        flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
    }
    guard timescale > 1 else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
    timescale /= 2
  }
}

/// A time in seconds: infinite for infinities, not a number for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

extension CMTime {
  /// Makes a time from a number of seconds, as `CMTimeMakeWithSeconds` does.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// The time in seconds: infinite for infinities, not a number for invalid and indefinite times.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }
}
