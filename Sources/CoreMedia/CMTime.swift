/// A time or a duration as an exact fraction: `value / timescale` seconds.
///
/// Four kinds of time hold no number: the invalid one, the two infinities and the indefinite one. A
/// time whose flags promise a number but whose timescale is not positive counts as invalid wherever
/// it is computed with.
public struct CMTime: Sendable {
  /// The numerator, in units of one timescale-th of a second.
  public var value: CMTimeValue

  /// The denominator, units per second; positive in every numeric time.
  public var timescale: CMTimeScale

  /// The kind of time.
  public var flags: CMTimeFlags

  /// The timeline that the time belongs to; 0 for durations.
  public var epoch: CMTimeEpoch

  /// Makes the invalid time: every field is zero.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Makes a time from its fields as they are.
  public init(
    value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
  ) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Makes the time `value / timescale` seconds; invalid where the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self = CMTimeMake(value: value, timescale: timescale)
  }

  /// No time at all: what failed computations give.
  public static let invalid = CMTime()

  /// A time that is not known.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

  /// The time later than every finite one.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)

  /// The time earlier than every finite one.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Zero seconds.
  public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)
}
