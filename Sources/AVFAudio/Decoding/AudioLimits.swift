/// The sample rates and channel counts that a real recording can have.
///
/// The limits keep a damaged or hostile header from asking for absurd work: resampling a rate of
/// 1 Hz to 16 kHz would make sixteen thousand samples of each one.
package enum AudioLimits {
  /// From seismic recorders to ultrasound, in Hz.
  package static let sampleRates: ClosedRange<Int64> = 100...3_072_000

  /// The largest microphone arrays have some hundreds.
  package static let channelCounts: ClosedRange<Int64> = 1...1024

  /// Throws if a format is outside the limits.
  static func check(
    sampleRate: Int64, channelCount: Int64, in source: AudioSource
  ) throws(DecodeError) {
    guard sampleRates.contains(sampleRate) else {
      throw DecodeError(
        .invalidFormat, in: source, found: "\(sampleRate) Hz",
        expected: "a sample rate of \(sampleRates.lowerBound) to \(sampleRates.upperBound) Hz")
    }
    guard channelCounts.contains(channelCount) else {
      throw DecodeError(
        .invalidFormat, in: source, found: "\(channelCount) channels",
        expected: "\(channelCounts.lowerBound) to \(channelCounts.upperBound) channels")
    }
  }
}
