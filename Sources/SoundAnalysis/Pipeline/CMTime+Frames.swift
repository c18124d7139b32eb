import CoreMedia

extension CMTime {
  /// The time of a frame in a client's stream: frames over the sample rate, as the framework counts.
  ///
  /// A sample rate that is no whole number has no such timescale; there the time is in microseconds.
  init(frame: Int64, sampleRate: Double) {
    if let timescale = CMTimeScale(exactly: sampleRate) {
      self.init(value: frame, timescale: timescale)
    } else {
      self.init(seconds: Double(frame) / sampleRate, preferredTimescale: 1_000_000)
    }
  }
}
