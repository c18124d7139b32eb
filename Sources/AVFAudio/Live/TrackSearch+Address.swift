internal import CFFmpeg

extension TrackSearch {
  /// A container at an address and the track in it; the caller closes the container.
  @safe struct LiveResult {
    let context: UnsafeMutablePointer<AVFormatContext>
    let track: UnsafeMutablePointer<AVStream>

    /// Whether the server says how much there is.
    let isFinite: Bool
  }

  /// Opens what is at an address and chooses the track.
  ///
  /// FFmpeg connects and reads, with the protocols and containers of ``AudioAddress`` alone.
  ///
  /// - Parameter watch: ends the waiting for an answer, and outlives the container.
  func open(
    _ address: AudioAddress, trackIndex: Int?, watch: ReadWatch
  ) throws(DecodeError) -> LiveResult {
    var (opened, code) = try unsafe connect(to: address, watch: watch, transport: nil)
    // An RTSP server that sends datagrams only may call the wish for TCP a bad request, which FFmpeg
    // takes for its last word.
    if code == ffmpeg_error_http_bad_request, address.isRTSP, !watch.mustEnd {
      unsafe (opened, code) = try connect(to: address, watch: watch, transport: "udp")
    }
    guard code >= 0, let opened = unsafe opened else { throw connectionError(code, watch) }
    do throws(DecodeError) {
      let track = try unsafe chooseTrack(trackIndex, in: opened)
      watch.noteProgress()
      return unsafe LiveResult(context: opened, track: track, isFinite: isFinite(opened))
    } catch {
      var context: UnsafeMutablePointer<AVFormatContext>? = unsafe opened
      unsafe avformat_close_input(&context)
      throw watch.isStalled || watch.isStopped
        ? connectionError(ffmpeg_error_interrupted, watch) : error
    }
  }

  /// Connects, and reads what tells of the container.
  ///
  /// - Parameter transport: what RTSP sends the sound by; nil for TCP if the server likes.
  /// - Returns: the container, nil after an error, and FFmpeg's code.
  private func connect(
    to address: AudioAddress, watch: ReadWatch, transport: String?
  ) throws(DecodeError) -> (UnsafeMutablePointer<AVFormatContext>?, Int32) {
    var context = unsafe avformat_alloc_context()
    guard unsafe context != nil else {
      throw DecodeError(.systemFailure, in: source, found: "no memory")
    }
    unsafe context!.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        unsafe Unmanaged<ReadWatch>.fromOpaque(opaque!).takeUnretainedValue().mustEnd ? 1 : 0
      }, opaque: Unmanaged.passUnretained(watch).toOpaque())
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    for (name, value) in Self.options(timeout: watch.timeout) {
      unsafe av_dict_set(&options, name, value, 0)
    }
    if let transport { unsafe av_dict_set(&options, "rtsp_transport", transport, 0) }
    watch.noteProgress()
    let code = unsafe avformat_open_input(&context, address.text, nil, &options)
    return unsafe (context, code)
  }

  private static func options(timeout: Duration) -> [(String, String)] {
    let parts = timeout.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    return [
      ("protocol_whitelist", AudioAddress.protocols),
      ("format_whitelist", AudioAddress.containers),
      ("rw_timeout", "\(microseconds)"),
      ("analyzeduration", "\(min(5_000_000, microseconds / 2))"),
      ("probesize", "\(probeByteCount)"),
      ("rtsp_flags", "prefer_tcp"), ("allowed_media_types", "audio+video"),
      ("tls_verify", "1"), ("user_agent", "soundanalysis"),
    ]
  }

  /// Whether the server tells the length of what it sends, or a list has its end.
  private func isFinite(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    let name = unsafe String(cString: context.pointee.iformat.pointee.name)
    if name == "hls" { return unsafe context.pointee.duration > 0 }
    guard let bytes = unsafe context.pointee.pb else { return false }
    return unsafe avio_size(bytes) > 0
  }

  private func connectionError(_ code: Int32, _ watch: ReadWatch) -> DecodeError {
    if watch.isStalled || code == ffmpeg_error_interrupted {
      return DecodeError(.unreachable, in: source, found: "no answer for \(watch.timeoutText)")
    }
    switch code {
    case ffmpeg_error_http_unauthorized, ffmpeg_error_http_forbidden:
      return DecodeError(
        .refused, in: source,
        found: "HTTP status \(code == ffmpeg_error_http_unauthorized ? 401 : 403)",
        expected: "a name and a password in the address that the server takes")
    case ffmpeg_error_http_not_found:
      return DecodeError(.notFound, in: source, found: "HTTP status 404")
    case ffmpeg_error_http_bad_request:
      return DecodeError(.refused, in: source, found: "HTTP status 400")
    case ffmpeg_error_http_other_client:
      return DecodeError(.unreachable, in: source, found: "an HTTP status from 402 to 499")
    case ffmpeg_error_http_server:
      return DecodeError(.unreachable, in: source, found: "an HTTP status from 500 on")
    case ffmpeg_error_no_protocol:
      return DecodeError(
        .refused, in: source, found: "a protocol that FFmpeg lacks here",
        expected: AudioAddress.schemes.joined(separator: ", "))
    case ffmpeg_error_invalid_data:
      return DecodeError(
        .notAudio, in: source, found: "nothing that looks like sound",
        expected: "a stream of sound, such as MP3, Ogg, WAV or MPEG-TS")
    case ffmpeg_error_invalid_argument:
      return DecodeError(
        .refused, in: source, found: "an address or a format that is not taken",
        expected: "an address such as rtsp://host/path or tcp://host:port")
    default:
      return DecodeError(.unreachable, in: source, found: FFmpegLibrary.message(for: code))
    }
  }
}

extension ReadWatch {
  /// The timeout for people, such as `10 s`.
  package var timeoutText: String {
    let tenths = Int64((timeout / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
