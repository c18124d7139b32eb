internal import CFFmpeg

/// Encodes Float32 samples into an audio file.
///
/// The file is complete only after ``finish()``.
@safe final class AudioEncoder {
  private let path: String
  private let bitDepth: Int
  private let channelCount: Int
  private var container: UnsafeMutablePointer<AVFormatContext>?
  private var codec: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var isHeaderWritten = false

  /// Samples that do not fill a packet yet, one array a channel.
  private var pending: [[Float]]
  private var encodedFrameCount: Int64 = 0

  /// The frames of a packet where the codec takes any number.
  private static let freePacketLength = 4096

  /// Creates the file and writes its header.
  ///
  /// - Parameters:
  ///   - path: the file; one that exists is overwritten.
  ///   - plan: the container and the codec.
  ///   - sampleRate: in Hz, a whole number.
  init(
    path: String, plan: EncodingPlan, sampleRate: Double, channelCount: Int
  ) throws(EncodeError) {
    FFmpegLibrary.prepare()
    self.path = path
    self.channelCount = channelCount
    bitDepth = plan.bitDepth
    pending = Array(repeating: [], count: channelCount)
    guard let encoder = unsafe avcodec_find_encoder_by_name(plan.encoderName) else {
      throw EncodeError(
        reason: .unsupportedFormat, path: path, found: "no encoder \(plan.encoderName)",
        expected: "an FFmpeg that has it")
    }
    unsafe codec = avcodec_alloc_context3(encoder)
    unsafe frame = av_frame_alloc()
    unsafe packet = av_packet_alloc()
    try unsafe check(
      avformat_alloc_output_context2(&container, nil, plan.containerName, nil),
      .unsupportedContainer)
    guard unsafe codec != nil, unsafe frame != nil, unsafe packet != nil else {
      throw EncodeError(reason: .notWritable, path: path, found: "no memory", expected: nil)
    }
    try unsafe openCodec(encoder, plan, sampleRate: Int32(sampleRate.rounded()))
    try openFile()
  }

  deinit {
    if unsafe container?.pointee.pb != nil { unsafe avio_closep(&container!.pointee.pb) }
    unsafe avformat_free_context(container)
    unsafe avcodec_free_context(&codec)
    unsafe av_frame_free(&frame)
    unsafe av_packet_free(&packet)
  }

  private func openCodec(
    _ encoder: UnsafePointer<AVCodec>, _ plan: EncodingPlan, sampleRate: Int32
  ) throws(EncodeError) {
    unsafe codec!.pointee.sample_rate = sampleRate
    unsafe codec!.pointee.time_base = AVRational(num: 1, den: sampleRate)
    unsafe av_channel_layout_default(&codec!.pointee.ch_layout, Int32(channelCount))
    unsafe codec!.pointee.sample_fmt = SampleFormats.format(
      encoderName: plan.encoderName, bitDepth: bitDepth)
    if bitDepth == 24 { unsafe codec!.pointee.bits_per_raw_sample = 24 }
    if let bitRate = plan.bitRate { unsafe codec!.pointee.bit_rate = Int64(bitRate) }
    unsafe codec!.pointee.thread_count = 1
    if unsafe container!.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      unsafe codec!.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    try check(unsafe avcodec_open2(codec, encoder, nil), .unsupportedFormat)
    let isFree = unsafe encoder.pointee.capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE != 0
    let fixed = unsafe Int(codec!.pointee.frame_size)
    packetLength = isFree || fixed == 0 ? Self.freePacketLength : fixed
  }

  /// The frames of a packet.
  private var packetLength = freePacketLength

  private func openFile() throws(EncodeError) {
    guard let stream = unsafe avformat_new_stream(container, nil) else {
      throw EncodeError(reason: .notWritable, path: path, found: "no memory", expected: nil)
    }
    unsafe stream.pointee.time_base = codec!.pointee.time_base
    try check(
      unsafe avcodec_parameters_from_context(stream.pointee.codecpar, codec), .unsupportedFormat)
    try check(
      unsafe avio_open(&container!.pointee.pb, "file:" + path, AVIO_FLAG_WRITE), .notWritable)
    try check(unsafe avformat_write_header(container, nil), .unsupportedFormat)
    isHeaderWritten = true
  }

  /// Writes the samples of all channels, full scale at 1.
  ///
  /// - Parameter samples: one array a channel, all of one length.
  func write(_ samples: [[Float]]) throws(EncodeError) {
    precondition(samples.count == channelCount, "The file has \(channelCount) channels.")
    for channel in samples.indices { pending[channel] += samples[channel] }
    var start = 0
    while pending[0].count - start >= packetLength {
      try encode(start..<start + packetLength)
      start += packetLength
    }
    for channel in pending.indices { pending[channel].removeFirst(start) }
  }

  /// Writes what is left and the sizes in the header; nothing can be written after it.
  func finish() throws(EncodeError) {
    guard isHeaderWritten else { return }
    isHeaderWritten = false
    if !pending[0].isEmpty { try encode(0..<pending[0].count) }
    try check(unsafe avcodec_send_frame(codec, nil), .notWritable)
    try drain()
    try check(unsafe av_write_trailer(container), .notWritable)
    try check(unsafe avio_closep(&container!.pointee.pb), .notWritable)
  }

  private func encode(_ range: Range<Int>) throws(EncodeError) {
    unsafe frame!.pointee.nb_samples = Int32(range.count)
    unsafe frame!.pointee.format = codec!.pointee.sample_fmt.rawValue
    unsafe frame!.pointee.sample_rate = codec!.pointee.sample_rate
    try check(
      unsafe av_channel_layout_copy(&frame!.pointee.ch_layout, &codec!.pointee.ch_layout),
      .notWritable)
    try check(unsafe av_frame_get_buffer(frame, 0), .notWritable)
    unsafe frame!.pointee.pts = encodedFrameCount
    for channel in pending.indices {
      let samples = pending[channel]
      unsafe SampleFormats.store(
        samples.span.extracting(range), channel: channel, in: frame!, bitDepth: bitDepth)
    }
    encodedFrameCount += Int64(range.count)
    let code = unsafe avcodec_send_frame(codec, frame)
    unsafe av_frame_unref(frame)
    try check(code, .notWritable)
    try drain()
  }

  private func drain() throws(EncodeError) {
    while true {
      let code = unsafe avcodec_receive_packet(codec, packet)
      if code == ffmpeg_error_again || code == ffmpeg_error_end_of_file { return }
      try check(code, .notWritable)
      unsafe packet!.pointee.stream_index = 0
      unsafe av_packet_rescale_ts(
        packet, codec!.pointee.time_base, container!.pointee.streams[0]!.pointee.time_base)
      try check(unsafe av_interleaved_write_frame(container, packet), .notWritable)
    }
  }

  private func check(_ code: Int32, _ reason: EncodeError.Reason) throws(EncodeError) {
    guard code < 0 else { return }
    throw EncodeError(
      reason: reason, path: path, found: FFmpegLibrary.message(for: code), expected: nil)
  }
}
