/// Measures how loud one channel is as a whole, by EBU R 128 (ITU-R BS.1770), through libavfilter.
package final class LoudnessMeter {
  private let chain: FilterChain
  private var discarded: [Float] = []

  /// Blocks below this are not counted; a sound of nothing else has no loudness.
  private static let silence = -70.0

  /// Makes a meter.
  ///
  /// - Parameter sampleRate: in Hz; a rate of ``AudioLimits``.
  package init(sampleRate: Double) throws(FilterGraphError) {
    chain = try FilterChain(
      "ebur128=metadata=1", sampleRate: Int32(sampleRate), watchedKey: "lavfi.r128.I")
  }

  /// Takes the next samples.
  package func append(_ samples: Span<Float>) {
    _ = chain.send(samples)
    drain()
  }

  /// The integrated loudness in LUFS; nil for silence, and for less than 0.4 s of sound.
  package func finish() -> Double? {
    _ = chain.sendEnd()
    drain()
    guard let loudness = chain.watchedValue.flatMap({ Double($0) }), loudness > Self.silence else {
      return nil
    }
    return loudness
  }

  private func drain() {
    while chain.receive(into: &discarded)?.hasFrame == true {
      discarded.removeAll(keepingCapacity: true)
    }
  }
}
