/// Decodes one audio track of a file or pipe to Float32 samples, block by block.
///
/// The decoder removes the encoder's delay and padding, so that its frames are those that were
/// recorded. Blocks have the places that the container's time stamps give them: where sound is
/// missing or damaged, the next block starts later, and a gap says why. Memory does not grow with
/// the length of the file. One owner uses a decoder at a time.
package final class AudioDecoder {
  /// Where the bytes come from.
  package let source: AudioSource

  /// The frames in a second.
  package let sampleRate: Double

  /// The channels of the track.
  package let channelCount: Int

  /// FFmpeg's short name of the container, such as "wav".
  package let containerName: String

  /// FFmpeg's name of the codec, such as "mp3".
  package let codecName: String

  /// FFmpeg's name of the decoded sample type, such as "s16" or "fltp".
  package let sampleFormatName: String

  /// The significant bits of a decoded sample; 0 where the codec has no such notion.
  package let bitDepth: Int

  /// The frames that the container promises or FFmpeg estimates; nil if nobody knows.
  package let estimatedFrameCount: Int64?

  /// Whether the frame count is the container's promise and no estimate.
  package var isFrameCountExact: Bool { promise.frameCount != nil }

  /// The frames in the present block.
  package private(set) var blockFrameCount = 0

  /// Where the present block starts, in frames of the file.
  package private(set) var blockFramePosition: Int64 = 0

  /// The stretches so far in which there is nothing to hear.
  package var gaps: [AudioGap] { timeline.gaps }

  /// The packets and frames that could not be decoded.
  package var damagedPacketCount: Int { pump.damagedCount }

  /// The frames that a WAV file seems to hold after the end that its header declares; they are not decoded.
  package let undeclaredFrameCount: Int64

  /// The samples asked for so far that were NaN or infinite, and became 0.
  package internal(set) var nonFiniteSampleCount = 0

  /// Where the first of them was, in frames of the file.
  package internal(set) var firstNonFiniteFrame: Int64?

  /// The stretches with such samples so far, in order; those that nearly touch are one.
  package internal(set) var nonFiniteRanges: [Range<Int64>] = []

  /// Whether the bytes can be read again from their beginning.
  package var isSeekable: Bool { demuxer.stream.isSeekable }

  /// Whether the sound has an end of its own, as that of a recording at an address has.
  package var isFinite: Bool { demuxer.isFinite }

  /// Whether samples may lie far beyond full scale, as in files of floating point.
  package var isFloatPCM: Bool { codecName.hasPrefix("pcm_f") }

  let trackIndex: Int?
  var demuxer: Demuxer
  var decoder: FrameDecoder
  let scratch: [ChannelScratch]

  /// What the container's clock reads at frame 0 of the file, in frames.
  let startTimestamp: Int64

  /// Where the block starts in the decoded frame.
  private(set) var blockOffset = 0

  private let promise: TrackPromise
  private var pump: DecodingPump
  private var failure: DecodeError?
  private var holdsUnreadFrame = true
  private var hasEnded = false
  private var longestFrame = 0

  /// Where decoded frames belong.
  private var timeline: DecodingTimeline

  /// Frames before this one are decoded, then dropped, after a seek.
  private var firstWantedFrame: Int64 = 0

  /// Opens a track and decodes its first frame.
  ///
  /// - Parameters:
  ///   - trackIndex: which audio track, from 0; nil for the default one.
  ///   - watch: is asked while a pipe or an address has nothing to give; an address needs one.
  package init(
    _ source: AudioSource, trackIndex: Int? = nil, watch: ReadWatch? = nil
  ) throws(DecodeError) {
    let demuxer = try Demuxer(source, trackIndex: trackIndex, watch: watch)
    let decoder = try FrameDecoder(for: demuxer, in: source)
    var pump = DecodingPump()
    guard pump.advance(demuxer, decoder) else {
      throw Self.noFrameError(demuxer, decoder, pump, in: source)
    }
    try AudioLimits.check(
      sampleRate: Int64(decoder.sampleRate), channelCount: Int64(decoder.channelCount), in: source)
    self.source = source
    self.trackIndex = trackIndex
    self.demuxer = demuxer
    self.decoder = decoder
    self.pump = pump
    sampleRate = Double(decoder.sampleRate)
    channelCount = decoder.channelCount
    containerName = demuxer.containerName
    codecName = decoder.codecName
    sampleFormatName = decoder.sampleFormatName
    bitDepth = decoder.bitDepth
    undeclaredFrameCount =
      demuxer.waveHeader.map {
        $0.isUncompressed ? $0.undeclaredByteCount / max(1, $0.blockByteCount) : 0
      } ?? 0
    promise = TrackPromise(of: demuxer, sampleRate: decoder.sampleRate)
    estimatedFrameCount =
      promise.frameCount ?? demuxer.estimatedFrameCount(sampleRate: decoder.sampleRate)
    startTimestamp = demuxer.startTimestamp(
      firstFrame: decoder.timestamp ?? 0, sampleRate: decoder.sampleRate)
    timeline = DecodingTimeline(sampleRate: sampleRate, startTimestamp: startTimestamp)
    scratch = (0..<channelCount).map { _ in ChannelScratch() }
  }

  /// Decodes the next block; false at the end of the track.
  ///
  /// A file that is cut off, or damaged to its end, first gives all its samples, then throws.
  package func readBlock() throws(DecodeError) -> Bool {
    if let failure { throw failure }
    blockFrameCount = 0
    do throws(DecodeError) {
      while try decodeFrame() {
        if takeBlock() { return true }
      }
      return false
    } catch {
      failure = error
      throw error
    }
  }

  /// Makes the next decoded frame the present one; false at the end.
  private func decodeFrame() throws(DecodeError) -> Bool {
    if hasEnded { return false }
    guard holdsUnreadFrame || pump.advance(demuxer, decoder) else {
      hasEnded = true
      try checkEnd()
      return false
    }
    holdsUnreadFrame = false
    guard Double(decoder.sampleRate) == sampleRate else {
      throw DecodeError(
        .formatChanges, in: source,
        found: "\(decoder.sampleRate) Hz after \(seconds(timeline.nextFrame)) s",
        expected: "\(Int(sampleRate)) Hz throughout", hint: "convert the file to one sample rate")
    }
    return true
  }

  /// Takes the wanted part of the decoded frame as the block; false if none of it is wanted.
  private func takeBlock() -> Bool {
    let count = decoder.frameCount
    longestFrame = max(longestFrame, count)
    let lostFrameCount = pump.takeLostFrameCount(isMeasured: demuxer.clock == .bytes)
    let start = timeline.place(
      count, timestamp: demuxer.clock == .timestamps ? decoder.timestamp : nil,
      lostFrameCount: lostFrameCount.count, isAfterDamage: lostFrameCount.isDamaged)
    let kept = promise.trimmed(count, at: start)
    blockOffset = Int(min(Int64(kept), max(0, firstWantedFrame - start)))
    blockFramePosition = start + Int64(blockOffset)
    blockFrameCount = kept - blockOffset
    return blockFrameCount > 0
  }

  /// Drops what is decoded before a frame.
  func skip(to frame: Int64) {
    firstWantedFrame = frame
    blockFrameCount = 0
  }

  /// Starts again at a decoded frame, after a seek.
  ///
  /// - Parameters:
  ///   - start: where the next decoded frame starts.
  ///   - target: the first frame that is wanted.
  func restart(at start: Int64, for target: Int64, holdsFrame: Bool) {
    timeline.move(to: start)
    firstWantedFrame = target
    holdsUnreadFrame = holdsFrame
    pump.forgetPlace()
    hasEnded = false
    failure = nil
    blockFrameCount = 0
  }

  /// Goes on to a frame of the decoder, for a seek that looks where it came to.
  func advanceForSeek() -> Bool { pump.advance(demuxer, decoder) }

  /// Where the next block starts, in frames of the file.
  package var nextFramePosition: Int64 { max(timeline.nextFrame, firstWantedFrame) }

  private func checkEnd() throws(DecodeError) {
    let number = demuxer.stream.readErrorNumber
    if number != 0 {
      throw DecodeError(
        .notReadable, in: source,
        found: "\(SystemError.text(number)) after \(seconds(timeline.nextFrame)) s")
    }
    if promise.isBroken(
      endFrame: timeline.nextFrame, endOffset: demuxer.stream.endOffset,
      longestFrame: longestFrame)
    {
      throw DecodeError(
        .endsEarly, in: source, found: "\(seconds(timeline.nextFrame)) s of sound",
        expected: promise.isOpenEnded
          ? "more, for its last page is not marked as the last"
          : promise.frameCount.map { "\(seconds($0)) s, as its header says" }
            ?? "more, as its header says", hint: "the file was cut off, or its header is wrong")
    }
    if pump.hasGivenUp || pump.damagedSinceFrame >= Self.mostDamageAtEnd {
      throw DecodeError(
        .corrupt, in: source,
        found: "\(pump.damagedSinceFrame) damaged packets after \(seconds(timeline.nextFrame)) s",
        expected: "sound to the end of the file")
    }
  }

  /// Fewer damaged packets at the end are tags or a last packet that was cut.
  private static let mostDamageAtEnd = 8

  private static func noFrameError(
    _ demuxer: Demuxer, _ decoder: FrameDecoder, _ pump: DecodingPump, in source: AudioSource
  ) -> DecodeError {
    if pump.damagedCount == 0 {
      return DecodeError(
        .noSamples, in: source,
        found: "a header of \(ContainerName.plain(demuxer.containerName)) and no sample after it")
    }
    // Where the index of an MP4 comes last, FFmpeg reads on from there, which is behind the sound.
    if !demuxer.stream.isSeekable, demuxer.containerName.hasPrefix("mov") {
      return DecodeError(
        .notSeekable, in: source,
        found: "\(ContainerName.plain(demuxer.containerName)) whose index comes after its sound",
        hint: "save it and give its path")
    }
    return DecodeError(
      .corrupt, in: source, found: "no \(decoder.codecName) packet that can be decoded",
      hint: "the file is damaged, or only looks like \(ContainerName.plain(demuxer.containerName))")
  }

  private func seconds(_ frames: Int64) -> String {
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
    let fraction = String(1000 + rest * 1000 / Int64(sampleRate)).dropFirst()
    return "\(whole).\(fraction)"
  }
}
