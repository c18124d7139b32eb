/// What kind of time a time structure holds, and whether it is exact.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of flags from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Set for every time but the invalid one.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)

  /// Set where the value was rounded at some point in its past.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)

  /// Later than every finite time.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)

  /// Earlier than every finite time.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)

  /// Not known, such as the duration of a live broadcast.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)

  /// The flags of times that value, timescale and epoch say nothing about.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}
