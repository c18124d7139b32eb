import AVFAudio

/// Where a live stream stands: the position that must come next, and the session that hears it.
///
/// Not thread-safe; the stream analyzer guards it.
final class StreamState {
  /// The frame positions that are accepted; sums of them and any buffer or window stay representable.
  static let positions: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

  /// Frames handed to the session at a time, so that a long buffer fills no long history.
  private static let chunkFrameCount = 16_384

  private let registry: RequestRegistry
  private let sampleRate: Double
  private var session: AnalysisSession
  private var admitted: Set<RequestRegistry.Identifier> = []
  private var revision: Int?
  private var nextPosition: Int64?
  private var samples: [Float] = []

  init(registry: RequestRegistry, sampleRate: Double) {
    self.registry = registry
    self.sampleRate = sampleRate
    session = AnalysisSession(registry: registry, sampleRate: sampleRate)
  }

  /// Takes a buffer of the right format.
  func append(_ buffer: AVAudioPCMBuffer, at position: Int64) {
    // A device clock may be a frame off through rounding; anything else is a jump.
    if let nextPosition, abs(position - nextPosition) > 1 {
      session.restart(at: position)
      self.nextPosition = nil
    }
    let start = nextPosition ?? position
    admitNewRequests(at: start)
    samples.removeAll(keepingCapacity: true)
    buffer.appendChannel(0, to: &samples)
    FiniteSamples.clean(&samples, count: samples.count)
    for first in stride(from: 0, to: samples.count, by: Self.chunkFrameCount) {
      let chunk = first..<min(first + Self.chunkFrameCount, samples.count)
      session.append(samples.span.extracting(chunk))
    }
    nextPosition = start + Int64(samples.count)
  }

  /// Ends the stream.
  func finish() {
    admitNewRequests(at: nextPosition ?? 0)
    session.finish()
  }

  private func admitNewRequests(at position: Int64) {
    let current = registry.revision
    guard current != revision else { return }
    revision = current
    for registration in registry.registrations
    where admitted.insert(registration.identifier).inserted {
      session.admit(registration, at: position)
    }
  }
}
