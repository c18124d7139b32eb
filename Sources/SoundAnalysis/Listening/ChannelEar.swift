import AVFAudio

/// Makes one channel of all: the first, one of a number, the mean, or what serves best.
///
/// The rule of `auto`: the mean of all channels is heard. Where over the last 0.1 s its power is below
/// an eighth of the loudest channel's (they cancel each other, or many are silent), that channel is
/// heard alone, until the mean has a fifth of its power again or another one is four times as strong.
/// Changes fade within 10 ms. Below -80 dBFS nothing changes.
final class ChannelEar {
  /// What the last block told.
  struct Levels {
    /// The energy of each channel; empty where nobody needs them.
    var energies: [Float] = []
    /// The energy of the mean of all.
    var meanEnergy: Float = 0
    /// The samples at full scale, of all that were looked at.
    var clippedCount = 0
    /// How many were looked at.
    var sampleCount = 0
  }

  /// The one channel, after `hear`.
  private(set) var samples: [Float] = []

  /// What the last block told, after `hear`.
  private(set) var levels = Levels()

  private let choice: ChannelChoice
  private let channelCount: Int
  private let sampleRate: Double
  private let looksForFaults: Bool
  private let log: ListeningLog
  private var mean: [Float] = []
  private var recentEnergies: [Float]
  private var recentMeanEnergy: Float = 0

  /// Whether no block was heard yet, from which to fade.
  private var isFirst = true

  /// The channel that is heard alone; nil for the mean.
  private var solo: Int?

  private static let memory = 0.1
  private static let fade = 0.01
  private static let floor: Float = 1e-8

  /// Makes an ear for one recording.
  init(
    _ choice: ChannelChoice, channelCount: Int, sampleRate: Double, looksForFaults: Bool,
    log: ListeningLog
  ) {
    self.choice = choice
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.looksForFaults = looksForFaults
    self.log = log
    recentEnergies = Array(repeating: 0, count: channelCount)
  }

  /// The channel that is heard throughout; nil for the mean and for the best.
  var fixedChannel: Int? { choice.fixedChannel(of: channelCount) }

  /// Hears the first frames of the decoder's block.
  func hear(_ decoder: AudioDecoder, count: Int) {
    levels = Levels()
    let clipLimit: Float = decoder.isFloatPCM ? 1.01 : .infinity
    if let fixedChannel {
      hear(decoder, fixedChannel, count: count, clipLimit: clipLimit)
      return
    }
    if mean.count < count { mean = Array(repeating: 0, count: count) }
    for channel in 0..<channelCount {
      decoder.withChannel(channel) { span in
        let block = span.extracting(first: count)
        levels.energies.append(BlockLevels.energy(of: block))
        if looksForFaults {
          levels.clippedCount += BlockLevels.clippedCount(in: block, upTo: clipLimit)
        }
        BlockLevels.add(block, to: &mean, isFirst: channel == 0)
      }
    }
    levels.sampleCount = count * channelCount
    BlockLevels.scale(&mean, count: count, by: 1 / Float(channelCount))
    levels.meanEnergy = BlockLevels.energy(of: mean.span.extracting(first: count))
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: mean[..<count])
    if choice == .auto { chooseBest(decoder, count: count) }
  }

  private func hear(
    _ decoder: AudioDecoder, _ channel: Int, count: Int, clipLimit: Float
  ) {
    samples.removeAll(keepingCapacity: true)
    decoder.withChannel(channel) { span in
      samples.append(addingCapacity: count) { output in
        for index in 0..<count { output.append(span[index]) }
      }
    }
    guard looksForFaults else { return }
    levels.clippedCount = BlockLevels.clippedCount(in: samples.span, upTo: clipLimit)
    levels.sampleCount = count
    guard channelCount > 1 else { return }
    for other in 0..<channelCount {
      levels.energies.append(
        decoder.withChannel(other) { BlockLevels.energy(of: $0.extracting(first: count)) })
    }
  }

  /// What a block's energy counts at most: a wild sample is forgotten in time.
  private static let loudestEnergy: Float = 1e9

  /// Hears one channel alone where the mean loses the sound.
  private func chooseBest(_ decoder: AudioDecoder, count: Int) {
    let frames = Self.memory * sampleRate
    let kept = Float(max(0, 1 - Double(count) / frames))
    recentMeanEnergy = recentMeanEnergy * kept + min(levels.meanEnergy, Self.loudestEnergy)
    var loudest = 0
    for channel in 0..<channelCount {
      recentEnergies[channel] =
        recentEnergies[channel] * kept + min(levels.energies[channel], Self.loudestEnergy)
      if recentEnergies[channel] > recentEnergies[loudest] { loudest = channel }
    }
    let before = solo
    let most = recentEnergies[loudest]
    if most > Self.floor * Float(frames) {
      if let heard = solo {
        if recentMeanEnergy > most / 5 {
          solo = nil
        } else if most > 4 * recentEnergies[heard] {
          solo = loudest
        }
      } else if recentMeanEnergy < most / 8 {
        solo = loudest
      }
    }
    log.noteChannel(solo, from: decoder.blockFramePosition)
    if before != nil || solo != nil { blend(decoder, from: before, to: solo, count: count) }
    isFirst = false
  }

  /// Goes over from one channel to another, nil being the mean, at the start of the block.
  private func blend(_ decoder: AudioDecoder, from old: Int?, to new: Int?, count: Int) {
    let length = old == new || isFirst ? 0 : min(count, max(1, Int(Self.fade * sampleRate)))
    let first =
      old.map { old in
        decoder.withChannel(old) { span in (0..<length).map { span[$0] } }
      } ?? Array(mean[..<length])
    if let new {
      decoder.withChannel(new) { span in for index in 0..<count { samples[index] = span[index] } }
    }
    for index in 0..<length {
      let weight = (Float(index) + 0.5) / Float(length)
      samples[index] = first[index] * (1 - weight) + samples[index] * weight
    }
  }
}
