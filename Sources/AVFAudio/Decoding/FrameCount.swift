internal import CFFmpeg

/// Conversions from a container's clocks to frames that refuse what no recording reaches.
///
/// Headers are hostile: a bound on every count keeps sums of a few of them representable.
enum FrameCount {
  /// Counts and positions stay below this in size.
  static let limit: Int64 = 1 << 60

  /// The most bytes of samples that a header may promise: 64 TiB.
  static let byteLimit: Int64 = 1 << 46

  /// A count, if it is plausible.
  static func plausible(_ count: Int64) -> Int64? {
    count > -limit && count < limit ? count : nil
  }

  /// Ticks of a clock in frames; nil where that is beyond every recording.
  static func frames(ofTicks ticks: Int64, timeBase: AVRational, sampleRate: Int32) -> Int64? {
    plausible(av_rescale_q(ticks, timeBase, AVRational(num: 1, den: sampleRate)))
  }
}
