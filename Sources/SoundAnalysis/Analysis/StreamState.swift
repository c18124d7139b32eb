import AVFAudio

/// Where a live stream stands: the position that must come next, and the session that hears it.
///
/// Not thread-safe; the stream analyzer guards it.
final class StreamState {
  /// The frame positions that are accepted; sums of them and any buffer or window stay representable.
  static let positions: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

  /// Frames handed to the session at a time, so that a long buffer fills no long history.
  private static let chunkFrameCount = 16_384

  /// Frames that gather before they are analysed, unless a window ends sooner: small buffers then
  /// cost little more than large ones.
  private static let gatheredFrameCount = 8_192

  private let registry: RequestRegistry
  private let sampleRate: Double
  private var session: AnalysisSession
  private var admitted: Set<RequestRegistry.Identifier> = []
  private var revision: Int?
  private var nextPosition: Int64?

  /// What was taken and not yet analysed; it ends at the next position.
  private var gathered: [Float] = []

  init(registry: RequestRegistry, sampleRate: Double, gateLevel: Double?) {
    self.registry = registry
    self.sampleRate = sampleRate
    session = AnalysisSession(
      registry: registry, sampleRate: sampleRate, gateLevel: gateLevel)
  }

  /// Takes a buffer of the right format.
  func append(_ buffer: AVAudioPCMBuffer, at position: Int64) {
    // A device clock may be a frame off through rounding; anything else is a jump.
    if let nextPosition, abs(position - nextPosition) > 1 {
      analyzeGathered()
      session.restart(at: position)
      self.nextPosition = nil
    }
    let start = nextPosition ?? position
    admitNewRequests(at: start)
    buffer.appendChannel(0, to: &gathered)
    let end = start + Int64(buffer.frameLength)
    nextPosition = end
    if gathered.count >= Self.gatheredFrameCount || end >= session.nextEnd { analyzeGathered() }
  }

  /// Ends the stream.
  func finish() {
    analyzeGathered()
    admitNewRequests(at: nextPosition ?? 0)
    session.finish()
  }

  private func analyzeGathered() {
    FiniteSamples.clean(&gathered, count: gathered.count)
    for first in stride(from: 0, to: gathered.count, by: Self.chunkFrameCount) {
      let chunk = first..<min(first + Self.chunkFrameCount, gathered.count)
      session.append(gathered.span.extracting(chunk))
    }
    gathered.removeAll(keepingCapacity: true)
  }

  private func admitNewRequests(at position: Int64) {
    let current = registry.revision
    guard current != revision else { return }
    revision = current
    analyzeGathered()
    for registration in registry.registrations
    where admitted.insert(registration.identifier).inserted {
      session.admit(registration, at: position)
    }
  }
}
