import AVFAudio

/// Brings a recording into the form that is analysed: one channel, its holes filled, cleaned.
///
/// One thread uses an ear.
final class Ear {
  /// The sound, after `hear`; kept until `clear`.
  private(set) var samples: [Float] = []

  /// Where the first of these samples lies, in frames of the recording.
  private(set) var position: Int64

  /// The frequency above which the recording holds nothing, after its end; nil for a full sound.
  private(set) var lowLimit: Double?

  private let decoder: AudioDecoder
  private let channels: ChannelEar
  private let faults: FaultFinder?
  private let log: ListeningLog
  private let graphText: String?
  private let gain: Float
  private let frames: Range<Int64>
  private var graph: AudioFilterGraph?

  /// Where the next block of the decoder would start without a hole.
  private var nextPosition: Int64
  private var holdsBlock = false
  private var hasEnded = false
  private var failure: DecodeError?
  private var graphHasInput = false
  private var knownGapCount = 0
  /// Where what is noted of non-finite samples ends, in frames.
  private var notedNonFiniteEnd: Int64 = 0

  /// Holes up to this long, in seconds, are filled with silence; after a longer one the sound starts anew.
  private static let longestFilledHole = 60.0

  /// The frames of a hole that are filled at a time.
  private static let fillLength: Int64 = 65_536

  /// Prepares to hear a decoder that nobody else uses from now on.
  ///
  /// - Parameter gain: the factor for every sample, after all else.
  init(
    _ decoder: AudioDecoder, _ listening: Listening, gain: Float, log: ListeningLog
  ) throws(DecodeError) {
    self.decoder = decoder
    self.log = log
    self.gain = gain
    frames = listening.frames(sampleRate: decoder.sampleRate)
    graphText = listening.cleaning.graph
    channels = ChannelEar(
      listening.channel, channelCount: decoder.channelCount, sampleRate: decoder.sampleRate,
      looksForFaults: listening.looksForFaults, log: log)
    faults =
      listening.looksForFaults
      ? FaultFinder(
        sampleRate: decoder.sampleRate, fixedChannel: channels.fixedChannel,
        isMix: listening.channel == .mix, log: log) : nil
    position = frames.lowerBound
    nextPosition = frames.lowerBound
    try makeGraph()
    if frames.lowerBound > 0 { try decoder.seek(toFrame: frames.lowerBound) }
  }

  /// Forgets the samples that were taken.
  func clear() {
    position += Int64(samples.count)
    samples.removeAll(keepingCapacity: true)
  }

  /// Hears on, until there are so many samples, a long hole, or the end.
  ///
  /// - Returns: false once there is nothing more.
  /// - Throws: the decoder's error, after the samples before it were handed out.
  func hear(atLeast count: Int) throws(DecodeError) -> Bool {
    if let failure { throw failure }
    do throws(DecodeError) {
      while samples.count < count, !hasEnded {
        if !holdsBlock {
          holdsBlock = try decoder.readBlock() && decoder.blockFramePosition < frames.upperBound
        }
        guard holdsBlock else {
          try end()
          break
        }
        let step = try takeBlock()
        if step == .newStretch { break }
        holdsBlock = step == .fill
      }
    } catch {
      failure = error
      if !hasEnded { try? end() }
      guard !samples.isEmpty else { throw error }
    }
    return !samples.isEmpty
  }

  /// What the taking of a block came to.
  private enum Step {
    /// It was taken.
    case block
    /// Part of the hole before it was filled.
    case fill
    /// A new stretch must start with it.
    case newStretch
  }

  /// Takes the decoder's block, after the hole before it.
  private func takeBlock() throws(DecodeError) -> Step {
    noteGaps()
    let start = decoder.blockFramePosition
    let hole = max(0, start - nextPosition)
    if Double(hole) > Self.longestFilledHole * decoder.sampleRate {
      try finishGraph()
      guard samples.isEmpty else { return .newStretch }
      position = start
    } else if hole > 0 {
      let silence = [Float](repeating: 0, count: Int(min(hole, Self.fillLength)))
      try put(silence.span)
      nextPosition += Int64(silence.count)
      return .fill
    }
    let count = Int(min(Int64(decoder.blockFrameCount), frames.upperBound - start))
    channels.hear(decoder, count: count)
    faults?.append(channels, at: start)
    noteNonFinite()
    let heard = channels.samples
    try put(heard.span)
    nextPosition = max(nextPosition, start) + Int64(count)
    return .block
  }

  private func end() throws(DecodeError) {
    hasEnded = true
    noteGaps()
    noteNonFinite()
    lowLimit = faults?.finish()
    if lowLimit != nil { log.note(frames.lowerBound..<nextPosition, .lowBandwidth) }
    try finishGraph()
  }

  /// Adds samples through the filters and the gain.
  private func put(_ input: Span<Float>) throws(DecodeError) {
    let first = samples.count
    if let graph {
      graphHasInput = true
      do {
        try graph.process(input, into: &samples)
      } catch {
        throw notFilterable(error)
      }
    } else {
      samples.append(addingCapacity: input.count) { output in
        for index in input.indices { output.append(input[index]) }
      }
    }
    amplify(from: first)
  }

  /// Takes what the filters hold back, and makes them anew.
  private func finishGraph() throws(DecodeError) {
    guard let graph, graphHasInput else { return }
    let first = samples.count
    do {
      try graph.finish(into: &samples)
    } catch {
      throw notFilterable(error)
    }
    amplify(from: first)
    if !hasEnded { try makeGraph() }
    graphHasInput = false
  }

  private func makeGraph() throws(DecodeError) {
    guard let graphText else { return }
    do {
      graph = try AudioFilterGraph(graphText, sampleRate: decoder.sampleRate)
    } catch {
      throw notFilterable(error)
    }
  }

  private func amplify(from first: Int) {
    guard gain != 1 else { return }
    for index in first..<samples.count { samples[index] *= gain }
  }

  private func notFilterable(_ error: FilterGraphError) -> DecodeError {
    DecodeError(.notFilterable, in: decoder.source, hint: "\(error)")
  }

  private func noteGaps() {
    let gaps = decoder.gaps
    for gap in gaps[knownGapCount...] {
      let reason: UnheardStretch.Reason? =
        switch gap.reason {
        case .lateStart: .lateStart
        case .hole: .hole
        case .damage: .lostData
        case .clockJump: nil
        }
      guard let reason else { continue }
      log.note((gap.start..<gap.start + gap.frameCount).clamped(to: frames), reason)
    }
    knownGapCount = gaps.count
  }

  private func noteNonFinite() {
    // The last range may have become longer since; only its new part is noted.
    for range in decoder.nonFiniteRanges.reversed() {
      guard range.upperBound > notedNonFiniteEnd else { break }
      let news = max(range.lowerBound, notedNonFiniteEnd)..<range.upperBound
      log.note(news.clamped(to: frames), .nonFinite)
    }
    notedNonFiniteEnd = max(notedNonFiniteEnd, decoder.nonFiniteRanges.last?.upperBound ?? 0)
  }
}

extension Listening {
  /// The frames of a recording that are heard; up to no end where none is set.
  func frames(sampleRate: Double) -> Range<Int64> {
    let first = Int64((min(start, Self.longest) * sampleRate).rounded())
    let last = end.map { Int64((min($0, Self.longest) * sampleRate).rounded()) } ?? .max
    return first..<max(first, last)
  }

  /// Longer than any recording, in seconds: frame counts stay representable.
  private static let longest = 1e9
}
