/// Finds stretches in which nothing can be heard though there are samples, a quarter second at a time.
final class FaultFinder {
  private let sampleRate: Double
  private let fixedChannel: Int?
  private let isMix: Bool
  private let log: ListeningLog
  private let pieceLength: Int
  private let bandwidth: BandwidthMeter
  private var start: Int64 = 0
  private var frameCount = 0
  private var energies: [Float] = []
  private var meanEnergy: Float = 0
  private var clippedCount = 0
  private var sampleCount = 0

  /// So much of a stretch is at full scale where it counts as clipped as a whole.
  private static let clippedShare = 0.8

  /// The power of a silent channel at most, -90 dBFS, and of one that sounds at least, -60 dBFS.
  private static let silentPower: Float = 1e-9
  private static let soundingPower: Float = 1e-6

  /// The mean has lost the sound where its power is below this share of the loudest channel's.
  private static let cancelledShare: Float = 1e-3

  /// Looks at one recording.
  ///
  /// - Parameters:
  ///   - fixedChannel: the channel that is heard throughout; nil for the mean and the best.
  ///   - isMix: whether the mean is heard throughout.
  init(sampleRate: Double, fixedChannel: Int?, isMix: Bool, log: ListeningLog) {
    self.sampleRate = sampleRate
    self.fixedChannel = fixedChannel
    self.isMix = isMix
    self.log = log
    pieceLength = max(1, Int(sampleRate / 4))
    bandwidth = BandwidthMeter(sampleRate: sampleRate)
  }

  /// Takes the next block as the ear heard it.
  func append(_ ear: ChannelEar, at position: Int64) {
    if frameCount > 0, position != start + Int64(frameCount) { judge() }
    if frameCount == 0 { start = position }
    let levels = ear.levels
    frameCount += ear.samples.count
    meanEnergy += levels.meanEnergy
    clippedCount += levels.clippedCount
    sampleCount += levels.sampleCount
    if energies.isEmpty {
      energies = levels.energies
    } else {
      for index in levels.energies.indices { energies[index] += levels.energies[index] }
    }
    let heard = ear.samples
    bandwidth.append(heard.span)
    if frameCount >= pieceLength { judge() }
  }

  /// Ends the recording.
  ///
  /// - Returns: the frequency in Hz above which there was nothing, where that is low.
  func finish() -> Double? {
    judge()
    return bandwidth.lowLimit
  }

  /// Decides on the present piece and begins the next.
  private func judge() {
    defer {
      frameCount = 0
      energies.removeAll(keepingCapacity: true)
      meanEnergy = 0
      clippedCount = 0
      sampleCount = 0
    }
    // Less than a twentieth of a second proves nothing.
    guard frameCount * 5 >= pieceLength else { return }
    let frames = start..<start + Int64(frameCount)
    if Double(clippedCount) >= Self.clippedShare * Double(sampleCount), clippedCount > 0 {
      log.note(frames, .clipped)
    }
    guard energies.count > 1, let most = energies.max(),
      most > Self.soundingPower * Float(frameCount)
    else { return }
    if let fixedChannel, energies[fixedChannel] < Self.silentPower * Float(frameCount) {
      log.note(frames, .silentChannel)
    } else if isMix, meanEnergy < Self.cancelledShare * most {
      log.note(frames, .cancelled)
    }
  }
}
