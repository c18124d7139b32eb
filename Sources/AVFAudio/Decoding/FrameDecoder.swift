internal import CFFmpeg

/// Turns the packets of one track into frames of samples.
///
/// FFmpeg removes the encoder's delay and padding here, as far as the container tells of them.
@safe final class FrameDecoder {
  /// What the asking for a frame came to.
  enum FrameStatus {
    case frame
    case needsPacket
    case end
    case damaged
  }

  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private let timeBase: AVRational

  /// Opens the decoder for a demuxer's track.
  init(for demuxer: Demuxer, in source: AudioSource) throws(DecodeError) {
    let codecID = unsafe demuxer.withTrack { unsafe $0.pointee.codecpar.pointee.codec_id }
    guard let codec = unsafe avcodec_find_decoder(codecID) else {
      throw DecodeError(
        .unsupportedCodec, in: source, found: "the codec \(FFmpegLibrary.name(of: codecID))",
        hint: "install FFmpeg libraries that decode it, or convert the file")
    }
    unsafe timeBase = demuxer.withTrack { unsafe $0.pointee.time_base }
    unsafe context = avcodec_alloc_context3(codec)
    unsafe frame = av_frame_alloc()
    guard unsafe context != nil, unsafe frame != nil else {
      throw DecodeError(.systemFailure, in: source, found: "no memory")
    }
    var code = unsafe demuxer.withTrack {
      unsafe avcodec_parameters_to_context(context, $0.pointee.codecpar)
    }
    unsafe context!.pointee.pkt_timebase = timeBase
    unsafe context!.pointee.thread_count = 1
    if codecID == AV_CODEC_ID_FLAC {
      // Without this FFmpeg hands out what a damaged frame decodes to: noise.
      unsafe context!.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE
    }
    if code >= 0 { code = unsafe avcodec_open2(context, codec, nil) }
    guard code >= 0 else {
      throw DecodeError(
        .corrupt, in: source,
        found: "a \(FFmpegLibrary.name(of: codecID)) header that cannot be used")
    }
  }

  deinit {
    unsafe av_frame_free(&frame)
    unsafe avcodec_free_context(&context)
  }

  /// Gives the decoder the demuxer's packet; false if the packet is damaged.
  func send(_ demuxer: Demuxer) -> Bool {
    unsafe demuxer.withPacket { unsafe avcodec_send_packet(context, $0) } >= 0
  }

  /// Tells the decoder that no packet follows.
  func sendEnd() {
    unsafe avcodec_send_packet(context, nil)
  }

  /// Forgets what came before, after a seek.
  func flush() {
    unsafe avcodec_flush_buffers(context)
  }

  /// Asks for the next frame.
  func receive() -> FrameStatus {
    let code = unsafe avcodec_receive_frame(context, frame)
    if code == ffmpeg_error_again { return .needsPacket }
    if code == ffmpeg_error_end_of_file { return .end }
    guard code >= 0 else { return .damaged }
    let flags = unsafe frame!.pointee.decode_error_flags
    return flags & FF_DECODE_ERROR_INVALID_BITSTREAM != 0 ? .damaged : .frame
  }

  /// The name of the codec, such as "mp3float".
  var codecName: String {
    unsafe FFmpegLibrary.name(of: context!.pointee.codec_id)
  }

  /// The name of the sample format that the codec decodes to, such as "s16" or "fltp".
  var sampleFormatName: String {
    unsafe av_get_sample_fmt_name(context!.pointee.sample_fmt).map { unsafe String(cString: $0) }
      ?? "none"
  }

  /// The significant bits of a sample; 0 where the codec has no such notion.
  var bitDepth: Int {
    let raw = unsafe context!.pointee.bits_per_raw_sample
    return Int(raw > 0 ? raw : unsafe av_get_bits_per_sample(context!.pointee.codec_id))
  }

  /// The sample frames in the present frame.
  var frameCount: Int { unsafe Int(frame!.pointee.nb_samples) }

  /// The sample rate of the present frame, in Hz.
  var sampleRate: Int32 { unsafe frame!.pointee.sample_rate }

  /// The channels of the present frame.
  var channelCount: Int { unsafe Int(frame!.pointee.ch_layout.nb_channels) }

  /// Where the present frame starts on the track's own clock, in frames; nil if that is unknown or absurd.
  var timestamp: Int64? {
    let ticks = unsafe frame!.pointee.best_effort_timestamp
    guard ticks != ffmpeg_no_timestamp else { return nil }
    return FrameCount.frames(ofTicks: ticks, timeBase: timeBase, sampleRate: sampleRate)
  }

  /// Gives the body one channel's samples of the present frame as they were decoded.
  func withSamples<R>(ofChannel channel: Int, _ body: (CodedSamples) -> R) -> R {
    let format = unsafe AVSampleFormat(frame!.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let plane = unsafe frame!.pointee.extended_data[isPlanar ? channel : 0]
    return body(
      unsafe CodedSamples(
        base: UnsafeRawPointer(plane!), count: frameCount,
        stride: isPlanar ? 1 : channelCount, offset: isPlanar ? 0 : channel,
        format: av_get_packed_sample_fmt(format)))
  }
}
