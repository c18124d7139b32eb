internal import CFFmpeg

/// Takes a container apart into the packets of one audio track.
@safe final class Demuxer {
  /// What the reading of one packet came to.
  enum PacketStatus {
    case packet
    case end
    case failed(code: Int32)
  }

  /// FFmpeg's short name of the container, such as "wav" or "mov,mp4,m4a".
  let containerName: String

  /// The bytes that are read.
  let stream: ByteStream

  /// The WAV header's promises; nil for other containers.
  let waveHeader: WaveHeader?

  /// The Xing tag's promises; nil for other containers.
  let xingHeader: XingHeader?

  /// Whether what is at an address has an end, as a recording has.
  let isFinite: Bool

  /// Whether the bytes come from a file or pipe, and not from an address.
  private let isFile: Bool
  private let watch: ReadWatch?
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let track: UnsafeMutablePointer<AVStream>
  private var packet: UnsafeMutablePointer<AVPacket>?

  /// The most bytes and the longest time that the headers of a file may take.
  private static let openingBytes: Int64 = 256 << 20
  private static let openingDuration: Duration = .seconds(10)

  /// Opens a source by its content and finds its audio track.
  ///
  /// - Parameters:
  ///   - trackIndex: which audio track, from 0; nil for the default one.
  ///   - watch: is asked while nothing comes; an address needs one.
  init(_ source: AudioSource, trackIndex: Int?, watch: ReadWatch? = nil) throws(DecodeError) {
    FFmpegLibrary.prepare()
    self.watch = watch
    if case .address(let address) = source, let watch {
      stream = ByteStream(readElsewhere: source)
      let found = try TrackSearch(source: source, stream: stream)
        .open(address, trackIndex: trackIndex, watch: watch)
      isFinite = found.isFinite
      isFile = false
      waveHeader = nil
      xingHeader = nil
      unsafe context = found.context
      unsafe track = found.track
      unsafe packet = av_packet_alloc()
      containerName = unsafe String(cString: found.context.pointee.iformat.pointee.name)
      return
    }
    isFinite = true
    let stream = try ByteStream(source, watch: watch)
    let wave = WaveHeader(of: stream)
    try wave?.checkFormat(in: source)
    let xing = XingHeader(of: stream)
    let search = TrackSearch(source: source, stream: stream)
    stream.endLimit = wave?.dataEnd ?? wave?.wrappedEnd
    let found = try stream.limiting(
      bytes: Self.openingBytes, duration: Self.openingDuration
    ) { () throws(DecodeError) in
      try search.open(trackIndex: trackIndex, ignoresLength: wave?.wrappedEnd != nil)
    }
    stream.endLimit = wave?.dataEnd
    isFile = true
    self.stream = stream
    unsafe context = found.context
    unsafe track = found.track
    unsafe packet = av_packet_alloc()
    containerName = unsafe String(cString: found.context.pointee.iformat.pointee.name)
    waveHeader = containerName == "wav" ? wave : nil
    xingHeader = containerName == "mp3" ? xing : nil
    guard unsafe packet != nil else {
      throw DecodeError(.systemFailure, in: source, found: "no memory")
    }
  }

  deinit {
    unsafe av_packet_free(&packet)
    unsafe avformat_close_input(&context)
  }

  /// Whether the container goes by a name among FFmpeg's names for it.
  func hasFormat(_ name: String) -> Bool {
    containerName.split(separator: ",").contains { $0 == name }
  }

  /// Whether each frame of the track stands by itself, as in PCM and G.711.
  var isPCM: Bool {
    unsafe av_get_exact_bits_per_sample(track.pointee.codecpar.pointee.codec_id) >= 8
  }

  /// Whether the container's time stamps name each frame, and its seeks land where they say.
  var hasExactClock: Bool {
    guard stream.isSeekable else { return false }
    return hasFormat("mov") || hasFormat("flac")
      || isPCM && ["wav", "w64", "aiff", "caf", "au"].contains(where: hasFormat)
  }

  /// Where the time of a packet comes from.
  enum Clock {
    /// The container's time stamps.
    case timestamps
    /// A stream of bare packets: only their bytes tell what is missing between them.
    ///
    /// In ADTS, FFmpeg hides the bytes that it skips; there only packets that fail are missed.
    case bytes
    /// Blocks of equal length, none of which goes missing.
    case count
  }

  /// Where the time of this track's packets comes from.
  ///
  /// A constant, for it is asked for with each packet.
  private(set) lazy var clock: Clock =
    if ["mp3", "aac", "ac3", "eac3", "dts", "loas"].contains(where: hasFormat) {
      .bytes
    } else {
      waveHeader == nil ? .timestamps : .count
    }

  /// What the clock reads at the start of the file, in frames of a sample rate.
  ///
  /// A movie starts at 0, and so does what has several streams, unless FFmpeg knows better. What
  /// has one stream starts with it.
  func startTimestamp(firstFrame: Int64, sampleRate: Int32) -> Int64 {
    let streamCount = unsafe (0..<Int(context!.pointee.nb_streams)).count {
      unsafe context!.pointee.streams[$0]!.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    guard clock == .timestamps, streamCount > 1 || hasFormat("mov") else { return firstFrame }
    let start = unsafe context!.pointee.start_time
    let isKnown = start != ffmpeg_no_timestamp && !hasFormat("mov")
    guard isKnown else { return min(firstFrame, 0) }
    let frames = FrameCount.frames(
      ofTicks: start, timeBase: AVRational(num: 1, den: AV_TIME_BASE), sampleRate: sampleRate)
    return min(firstFrame, frames ?? 0)
  }

  /// The bytes of the file that the packet was made from; nil if the container does not tell.
  var packetRange: Range<Int64>? {
    let offset = unsafe packet!.pointee.pos
    let byteCount = unsafe Int64(packet!.pointee.size)
    return offset < 0 ? nil : offset..<offset + byteCount
  }

  /// Whether a tag, as joined files have in their middle, starts at a byte.
  func hasTag(at offset: Int64) -> Bool {
    let start = stream.isSeekable ? stream.peek(at: offset, count: 3) : []
    return ["ID3", "TAG", "APE"].contains { start == Array($0.utf8) }
  }

  /// The frames of a movie's track by the track's own header, without what its edit leaves out.
  func mediaFrameCount(sampleRate: Int32) -> Int64? {
    guard let length = unsafe MovieTrackLength(of: stream, trackID: track.pointee.id) else {
      return nil
    }
    return FrameCount.frames(
      ofTicks: length.ticks, timeBase: AVRational(num: 1, den: length.timescale),
      sampleRate: sampleRate)
  }

  /// The frames of the sound by iTunes' gapless tag; nil without one.
  ///
  /// The tag is a line of hexadecimal numbers: zero, delay, padding, frames, and more.
  var gaplessFrameCount: Int64? {
    guard let entry = unsafe av_dict_get(context!.pointee.metadata, "iTunSMPB", nil, 0) else {
      return nil
    }
    let fields = unsafe String(cString: entry.pointee.value).split(separator: " ")
    guard fields.count >= 4, let count = Int64(fields[3], radix: 16), count > 0 else { return nil }
    return FrameCount.plausible(count)
  }

  /// The frames that the track lasts by the header, at a sample rate; nil if it does not say.
  func headerFrameCount(sampleRate: Int32) -> Int64? {
    let ticks = unsafe track.pointee.duration
    guard ticks != ffmpeg_no_timestamp, ticks > 0 else { return nil }
    return unsafe FrameCount.frames(
      ofTicks: ticks, timeBase: track.pointee.time_base, sampleRate: sampleRate)
  }

  /// The frames that the whole file lasts by FFmpeg's estimate; nil if it has none.
  func estimatedFrameCount(sampleRate: Int32) -> Int64? {
    if let exact = headerFrameCount(sampleRate: sampleRate) { return exact }
    let ticks = unsafe context!.pointee.duration
    guard ticks != ffmpeg_no_timestamp, ticks > 0 else { return nil }
    return FrameCount.frames(
      ofTicks: ticks, timeBase: AVRational(num: 1, den: AV_TIME_BASE), sampleRate: sampleRate)
  }

  /// Reads the track's next packet.
  func readPacket() -> PacketStatus {
    while true {
      unsafe av_packet_unref(packet)
      let code = unsafe av_read_frame(context, packet)
      if code == ffmpeg_error_end_of_file { return .end }
      if code < 0 {
        if let watch, !isFile, code != ffmpeg_error_invalid_data {
          stream.noteReadError(watch.mustEnd ? ETIMEDOUT : SystemError.number(ofFFmpeg: code))
        }
        return .failed(code: code)
      }
      if unsafe packet!.pointee.stream_index == track.pointee.index {
        if !isFile { watch?.noteProgress() }
        return .packet
      }
    }
  }

  /// Goes to the last packet that starts at or before a time.
  ///
  /// - Parameter frame: in frames of the sample rate, from the start of the track's own clock.
  func seek(toTimestampOfFrame frame: Int64, sampleRate: Int32) -> Bool {
    let ticks = unsafe av_rescale_q_rnd(
      frame, AVRational(num: 1, den: sampleRate), track.pointee.time_base, AV_ROUND_DOWN)
    return unsafe av_seek_frame(context, track.pointee.index, ticks, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Gives the body the packet that was read last.
  func withPacket<R>(_ body: (UnsafeMutablePointer<AVPacket>?) -> R) -> R {
    unsafe body(packet)
  }

  /// Gives the body the track's description.
  func withTrack<R>(_ body: (UnsafeMutablePointer<AVStream>) -> R) -> R {
    unsafe body(track)
  }
}
