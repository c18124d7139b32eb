/// How a value that falls between two units of a timescale is rounded.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable {
  /// To the nearest unit; a half goes away from zero.
  case roundHalfAwayFromZero = 1

  /// To the unit nearer to zero.
  case roundTowardZero = 2

  /// To the unit farther from zero.
  case roundAwayFromZero = 3

  /// Toward zero into a coarser timescale, away from it into a finer one; never from below 0 to 0.
  case quickTime = 4

  /// To the later unit.
  case roundTowardPositiveInfinity = 5

  /// To the earlier unit.
  case roundTowardNegativeInfinity = 6

  /// The method that arithmetic uses: half away from zero.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
