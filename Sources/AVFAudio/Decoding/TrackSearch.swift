internal import CFFmpeg

/// Finds out what a stream of bytes is, and where in it the wanted sound lies.
struct TrackSearch {
  let source: AudioSource
  let stream: ByteStream

  /// The container and the track in it; the caller closes the container.
  @safe struct Result {
    let context: UnsafeMutablePointer<AVFormatContext>
    let track: UnsafeMutablePointer<AVStream>
  }

  /// The bytes that the probe may look at, after an ID3 tag.
  static let probeByteCount: Int64 = 1 << 20

  /// The packets of a WAV file in which FFmpeg looks for a codec that hides among 16-bit samples.
  ///
  /// By default these are 32 of 4096 bytes, gone through again and again with every format that it
  /// knows, which takes as long as classifying a clip of 5 s. What a digital connector carries is
  /// found in any case, in 64 KiB; files that may hold DTS are gone through as by default.
  static let wavePacketsProbed = 1

  /// The largest ID3 tag, with its pictures, that is skipped before the probe.
  private static let mostTagBytes: Int64 = 64 << 20

  /// Below this, FFmpeg's probe only guesses: two MPEG headers in a row score 5, one scores 1.
  private static let leastProbeScore: Int32 = 5

  /// The containers that only name other files.
  private static let playlists: Set<String> = [
    "hls", "dash", "concat", "imf", "sdp", "rtsp", "image2", "webm_dash_manifest", "vobsub",
  ]

  /// Opens the container and chooses the track.
  ///
  /// - Parameter ignoresLength: reads WAV samples to the end of the file, whatever the header says.
  func open(trackIndex: Int?, ignoresLength: Bool) throws(DecodeError) -> Result {
    let format = try unsafe probe()
    var context = unsafe avformat_alloc_context()
    guard unsafe context != nil else {
      throw DecodeError(.systemFailure, in: source, found: "no memory")
    }
    unsafe stream.withContext { unsafe context!.pointee.pb = $0 }
    unsafe ffmpeg_refuse_other_files(context)
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    unsafe av_dict_set(&options, "protocol_whitelist", "none", 0)
    if ignoresLength { unsafe av_dict_set(&options, "ignore_length", "1", 0) }
    let isWave = unsafe String(cString: format.pointee.name) == "wav"
    let mayHide = isWave && mayHoldDTS
    if isWave, !mayHide {
      unsafe av_dict_set(&options, "max_probe_packets", "\(Self.wavePacketsProbed)", 0)
    }
    let code = unsafe avformat_open_input(&context, nil, format, &options)
    guard code >= 0, let opened = unsafe context else {
      throw openingError(code, container: unsafe String(cString: format.pointee.name))
    }
    do throws(DecodeError) {
      let track = try unsafe chooseTrack(trackIndex, in: opened, trustsHeader: !mayHide)
      return unsafe Result(context: opened, track: track)
    } catch {
      unsafe avformat_close_input(&context)
      throw error
    }
  }

  /// Whether a file's beginning looks like DTS; a pipe is not made to wait for so much.
  private var mayHoldDTS: Bool {
    stream.isSeekable && DTSSync.isFound(in: stream.peek(at: 0, count: DTSSync.searchedByteCount))
  }

  private func probe() throws(DecodeError) -> UnsafePointer<AVInputFormat> {
    // Some lists look like other formats of text to the probe.
    let list = Playlist.kind(of: stream.peek(at: 0, count: 512))
    let tagByteCount = min(ID3Tag.byteCount(in: stream), Self.mostTagBytes)
    var format: UnsafePointer<AVInputFormat>?
    let score = unsafe stream.withContext {
      unsafe av_probe_input_buffer2(
        $0, &format, nil, nil, UInt32(tagByteCount), UInt32(tagByteCount + Self.probeByteCount))
    }
    if stream.readErrorNumber != 0 {
      throw DecodeError(.notReadable, in: source, found: SystemError.text(stream.readErrorNumber))
    }
    if stream.endOffset == 0 { throw DecodeError(.empty, in: source) }
    if let list { throw playlistError(list) }
    guard score >= Self.leastProbeScore, let format = unsafe format else {
      throw DecodeError(
        .notAudio, in: source, found: Content.summary(of: stream.peek(at: 0, count: 512)),
        expected: "a recording or a video")
    }
    let name = unsafe String(cString: format.pointee.name)
    if !Self.playlists.isDisjoint(with: name.split(separator: ",").map(String.init)) {
      throw playlistError(ContainerName.plain(name))
    }
    return unsafe format
  }

  private func playlistError(_ format: String) -> DecodeError {
    DecodeError(
      .playlist, in: source, found: "a list in the format \(format)",
      hint: "give the files that it names")
  }

  private func openingError(_ code: Int32, container: String) -> DecodeError {
    if stream.readErrorNumber != 0 {
      return DecodeError(.notReadable, in: source, found: SystemError.text(stream.readErrorNumber))
    }
    return DecodeError(
      .corrupt, in: source,
      found: "a header of \(ContainerName.plain(container)) that cannot be used",
      hint: stream.isSeekable
        ? "the file may be cut off; is it whole?"
        : "some files cannot be read from a pipe; save it and give its path")
  }

  /// The track of a number, else the one that is marked, or the first.
  ///
  /// - Parameter trustsHeader: looks at packets only where the header does not tell enough.
  func chooseTrack(
    _ trackIndex: Int?, in context: UnsafeMutablePointer<AVFormatContext>, trustsHeader: Bool = true
  ) throws(DecodeError) -> UnsafeMutablePointer<AVStream> {
    var tracks = unsafe audioTracks(of: context)
    let isComplete =
      unsafe trustsHeader && !tracks.isEmpty && context.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0
      && tracks.allSatisfy({ unsafe $0.pointee.codecpar.pointee.isComplete })
    if !isComplete {
      unsafe avformat_find_stream_info(context, nil)
      unsafe tracks = unsafe audioTracks(of: context)
    }
    let trackCount = unsafe tracks.count
    guard trackCount > 0 else { throw unsafe noTrackError(in: context) }
    var chosen = unsafe Self.defaultTrack(of: tracks)
    if let trackIndex {
      guard (0..<trackCount).contains(trackIndex) else {
        throw DecodeError(
          .noSuchTrack, in: source,
          found: trackCount == 1 ? "1 audio track" : "\(trackCount) audio tracks",
          expected: "at least \(trackIndex.addingReportingOverflow(1).partialValue)")
      }
      unsafe chosen = unsafe tracks[trackIndex]
    }
    let streamCount = unsafe Int(context.pointee.nb_streams)
    for index in 0..<streamCount {
      let other = unsafe context.pointee.streams[index]!
      if unsafe other != chosen { unsafe other.pointee.discard = AVDISCARD_ALL }
    }
    return unsafe chosen
  }

  private func audioTracks(
    of context: UnsafeMutablePointer<AVFormatContext>
  ) -> [UnsafeMutablePointer<AVStream>] {
    unsafe (0..<Int(context.pointee.nb_streams))
      .map { unsafe context.pointee.streams[$0]! }
      .filter { unsafe $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
  }

  /// The track marked as default, else the first one; those without a decoder come last.
  private static func defaultTrack(
    of tracks: [UnsafeMutablePointer<AVStream>]
  ) -> UnsafeMutablePointer<AVStream> {
    let decodable = unsafe tracks.filter {
      unsafe avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil
    }
    let marked = unsafe decodable.first {
      unsafe $0.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    }
    return unsafe marked ?? decodable.first ?? tracks[0]
  }

  private func noTrackError(in context: UnsafeMutablePointer<AVFormatContext>) -> DecodeError {
    let kinds: [String] = unsafe (0..<Int(context.pointee.nb_streams)).map { index in
      let parameters = unsafe context.pointee.streams[index]!.pointee.codecpar.pointee
      let kind = unsafe av_get_media_type_string(parameters.codec_type)
      let name = unsafe kind.map { unsafe String(cString: $0) } ?? "unknown"
      return unsafe "\(name) (\(FFmpegLibrary.name(of: parameters.codec_id)))"
    }
    let container = unsafe String(cString: context.pointee.iformat.pointee.name)
    let isVideo = kinds.contains { $0.hasPrefix("video") }
    return DecodeError(
      isVideo ? .noAudioTrack : .notAudio, in: source,
      found: "\(ContainerName.plain(container)) with "
        + (kinds.isEmpty ? "no streams" : kinds.joined(separator: ", ")),
      expected: "an audio track")
  }
}

extension AVCodecParameters {
  /// Whether the header alone tells what a decoder must know.
  fileprivate var isComplete: Bool {
    unsafe codec_id != AV_CODEC_ID_NONE && sample_rate > 0 && ch_layout.nb_channels > 0
  }
}
