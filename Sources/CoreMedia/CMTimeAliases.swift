// The names of the constants before Swift 4, kept so that older sources compile.

/// Zero seconds.
@available(*, deprecated, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero

/// No time at all.
@available(*, deprecated, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid

/// A time that is not known.
@available(*, deprecated, renamed: "CMTime.indefinite")
public let kCMTimeIndefinite = CMTime.indefinite

/// The time later than every finite one.
@available(*, deprecated, renamed: "CMTime.positiveInfinity")
public let kCMTimePositiveInfinity = CMTime.positiveInfinity

/// The time earlier than every finite one.
@available(*, deprecated, renamed: "CMTime.negativeInfinity")
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity

/// An empty range at zero seconds.
@available(*, deprecated, renamed: "CMTimeRange.zero")
public let kCMTimeRangeZero = CMTimeRange.zero

/// No range at all.
@available(*, deprecated, renamed: "CMTimeRange.invalid")
public let kCMTimeRangeInvalid = CMTimeRange.invalid
