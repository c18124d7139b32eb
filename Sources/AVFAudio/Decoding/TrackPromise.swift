/// What a container promises about the length of a track, where its promise can be trusted.
struct TrackPromise {
  /// The frames of the track; nil where the container does not say or only estimates.
  private(set) var frameCount: Int64?

  /// The byte at which the samples should end; nil if that is unknown.
  private(set) var byteEnd: Int64?

  /// Whether the file's own marks say that more should follow its last byte.
  private(set) var isOpenEnded = false

  /// The decoded frames that are the encoder's padding.
  private var padding: Range<Int64> = 0..<0

  /// Containers whose headers count frames exactly.
  private static let exactContainers: Set<String> = [
    "flac", "w64", "aiff", "caf", "au", "ape", "wv", "tta", "tak", "voc",
  ]

  /// The bytes of two MPEG frames: how far an encoder's own count of bytes may be off.
  private static let mpegByteTolerance: Int64 = 2 * 1441

  /// Reads the promises of a demuxer's track.
  init(of demuxer: Demuxer, sampleRate: Int32) {
    if let wave = demuxer.waveHeader {
      readWave(wave)
    } else if demuxer.hasFormat("mp3") {
      readMP3(demuxer)
    } else if demuxer.hasFormat("mov") {
      readMovie(demuxer, sampleRate)
    } else if demuxer.hasFormat("matroska") {
      byteEnd = MatroskaSegment(of: demuxer.stream)?.end
    } else if demuxer.hasFormat("asf") {
      byteEnd = ASFHeader(of: demuxer.stream)?.fileByteCount
    } else if demuxer.hasFormat("ogg") {
      isOpenEnded = OggEnd(of: demuxer.stream)?.isMarked == false
    } else if Self.exactContainers.contains(where: demuxer.hasFormat) {
      let count = demuxer.headerFrameCount(sampleRate: sampleRate)
      byteEnd = SampleChunk(of: demuxer.stream)?.end
      // CAF's table of packets may count the padding of the last one.
      let mayCountPadding = demuxer.hasFormat("caf") && !demuxer.isPCM
      frameCount = mayCountPadding ? nil : count
      if mayCountPadding { dropAll(after: count) }
    }
  }

  private mutating func readWave(_ wave: WaveHeader) {
    byteEnd = wave.dataEnd
    if wave.isUncompressed {
      frameCount = wave.dataByteCount.map { $0 / max(1, wave.blockByteCount) }
    } else {
      frameCount = wave.unpaddedFrameCount
      dropAll(after: frameCount)
    }
  }

  /// FFmpeg drops the padding of files, and leaves it in what comes through a pipe.
  private mutating func readMP3(_ demuxer: Demuxer) {
    guard let xing = demuxer.xingHeader else { return }
    frameCount = xing.soundSampleCount
    byteEnd = xing.declaredEnd.map { $0 - Self.mpegByteTolerance }
    if !demuxer.stream.isSeekable, let frameCount {
      padding = frameCount..<frameCount + xing.trailingSampleCount
    }
  }

  private mutating func readMovie(_ demuxer: Demuxer, _ sampleRate: Int32) {
    guard let cut = demuxer.headerFrameCount(sampleRate: sampleRate) else { return }
    let counts = [
      demuxer.mediaFrameCount(sampleRate: sampleRate), demuxer.gaplessFrameCount, cut,
    ]
    frameCount = counts.compactMap(\.self).min()
    dropAll(after: frameCount)
  }

  private mutating func dropAll(after count: Int64?) {
    if let count { padding = count..<Int64.max }
  }

  /// The part of some frames that comes before the padding.
  func trimmed(_ count: Int, at position: Int64) -> Int {
    guard padding.overlaps(position..<position + Int64(count)) else { return count }
    return Int(max(0, padding.lowerBound - position))
  }

  /// Whether a file that ended is shorter than promised.
  ///
  /// - Parameters:
  ///   - endFrame: where the last decoded frame ended, by the track's own clock if it has one.
  ///   - endOffset: where the bytes ended.
  ///   - longestFrame: the length of the longest decoded frame: less than two missing are no proof.
  func isBroken(endFrame: Int64, endOffset: Int64, longestFrame: Int) -> Bool {
    if isOpenEnded { return true }
    if let byteEnd { return endOffset < byteEnd }
    guard let frameCount else { return false }
    return frameCount - endFrame > 2 * Int64(longestFrame)
  }
}
