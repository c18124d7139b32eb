internal import CFFmpeg
private import Foundation

/// A microphone that libavdevice reads.
///
/// `@unchecked Sendable`: one thread at a time uses it, first the one that opens it, then the one
/// that reads.
@safe final class DeviceSource: CaptureSource, @unchecked Sendable {
  let sampleRate: Double
  let channelCount: Int

  private let device: AudioInputDevice
  private let codecID: AVCodecID
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?

  /// The sound that a device hands over at a time, in milliseconds: latency against work.
  private static let blockMilliseconds = 20

  /// What is asked of a device, in this order, until it agrees.
  private static let offers: [(codec: AVCodecID, channels: Int)] =
    [AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_F32LE].flatMap { codec in
      [2, 1, 4, 6, 8].map { (codec, $0) }
    }

  /// Opens a device.
  init(_ device: AudioInputDevice) throws(CaptureError) {
    DeviceLibrary.prepare()
    self.device = device
    // PulseAudio converts, so that the first offer decides.
    let offers = device.system == .pulseAudio ? Array(Self.offers.prefix(1)) : Self.offers
    var code: Int32 = 0
    var complaint = ""
    var opened: UnsafeMutablePointer<AVFormatContext>?
    for offer in offers {
      let attempt = FFmpegLibrary.capturingErrors {
        unsafe Self.open(device, offer.codec, offer.channels, into: &opened)
      }
      (code, complaint) = (attempt.result, attempt.messages.last ?? "")
      if code >= 0 || Self.isFinal(complaint) { break }
    }
    unsafe context = opened
    guard code >= 0, let track = unsafe context?.pointee.streams[0]?.pointee.codecpar else {
      throw device.system == .alsa
        ? Self.alsaError(complaint, device) : Self.pulseError(code, device)
    }
    unsafe sampleRate = Double(track.pointee.sample_rate)
    unsafe channelCount = Int(track.pointee.ch_layout.nb_channels)
    unsafe codecID = track.pointee.codec_id
    unsafe packet = av_packet_alloc()
    let isUsable =
      AudioLimits.sampleRates.contains(Int64(sampleRate))
      && AudioLimits.channelCounts.contains(Int64(channelCount))
      && CapturedSamples.isKnown(codecID)
    guard isUsable, unsafe packet != nil else {
      throw CaptureError(
        .unsupportedFormat, device: device.identifier,
        found: "\(channelCount) channels, \(sampleRate) Hz, \(FFmpegLibrary.name(of: codecID))")
    }
  }

  deinit {
    unsafe av_packet_free(&packet)
    unsafe avformat_close_input(&context)
  }

  func read(into samples: inout [Float]) throws(CaptureError) -> Bool {
    samples.removeAll(keepingCapacity: true)
    let wanted = Int(sampleRate) * Self.blockMilliseconds / 1000 * channelCount
    // Sound cards hand over as little as a millisecond at a time.
    while samples.count < wanted {
      unsafe av_packet_unref(packet)
      guard unsafe av_read_frame(context, packet) >= 0 else {
        throw CaptureError(.vanished, device: device.description)
      }
      unsafe CapturedSamples.append(
        packet!.pointee.data, byteCount: Int(packet!.pointee.size), codecID: codecID, to: &samples)
    }
    return true
  }

  private static func open(
    _ device: AudioInputDevice, _ codec: AVCodecID, _ channels: Int,
    into context: inout UnsafeMutablePointer<AVFormatContext>?
  ) -> Int32 {
    let format = unsafe av_find_input_format(DeviceLibrary.formatName(of: device.system))
    guard unsafe format != nil else { return ffmpeg_error_no_device }
    unsafe context = avformat_alloc_context()
    guard unsafe context != nil else { return ffmpeg_error_no_memory }
    unsafe context!.pointee.audio_codec_id = codec
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    let rate = 48_000
    let fragment = rate * blockMilliseconds / 1000 * channels * 2
    unsafe av_dict_set(&options, "channels", "\(channels)", 0)
    unsafe av_dict_set(&options, "sample_rate", "\(rate)", 0)
    if device.system == .pulseAudio {
      unsafe av_dict_set(&options, "fragment_size", "\(fragment)", 0)
      unsafe av_dict_set(&options, "name", "soundanalysis", 0)
      unsafe av_dict_set(&options, "stream_name", "listening", 0)
    }
    // A failure frees the context.
    return unsafe avformat_open_input(&context, device.name, format, &options)
  }

  /// The system's reasons that no other offer can change, as ALSA's messages have them.
  private static let finalReasons: [(code: Int32, reason: CaptureError.Reason)] = [
    (ENOENT, .notFound), (ENODEV, .notFound), (ENXIO, .notFound), (EBUSY, .busy),
    (EACCES, .noPermission), (EPERM, .noPermission),
  ]

  private static func finalReason(_ complaint: String) -> CaptureError.Reason? {
    finalReasons.first { complaint.contains(unsafe String(cString: strerror($0.code))) }?.reason
  }

  /// Whether another offer cannot help.
  private static func isFinal(_ complaint: String) -> Bool { finalReason(complaint) != nil }

  /// ALSA's reason stands in FFmpeg's log alone.
  private static func alsaError(_ complaint: String, _ device: AudioInputDevice) -> CaptureError {
    let name = name(of: device)
    let reason = finalReason(complaint)
    switch reason {
    case .notFound:
      return CaptureError(device.name == "default" ? .noDevice : .notFound, device: name)
    case .noPermission:
      return CaptureError(.noPermission, device: name, expected: "a member of the group audio")
    case .busy?: return CaptureError(.busy, device: name)
    default:
      return CaptureError(
        device.name == "default" ? .noDevice : .systemFailure, device: name,
        found: complaint.isEmpty ? "no answer" : "'\(complaint)'")
    }
  }

  /// PulseAudio's own numbers come as if they were the system's.
  private static func pulseError(_ code: Int32, _ device: AudioInputDevice) -> CaptureError {
    let accessDenied: Int32 = -1
    let noEntity: Int32 = -5
    let name = name(of: device)
    switch code {
    case accessDenied: return CaptureError(.noPermission, device: name)
    case noEntity where device.name == "default": return CaptureError(.noDevice, device: name)
    case noEntity:
      let others = (try? DeviceLibrary.devices(of: .pulseAudio)) ?? []
      return CaptureError(
        .notFound, device: name,
        expected: others.isEmpty
          ? "" : "one of " + others.map(\.identifier).joined(separator: ", "))
    default:
      return CaptureError(.noDevice, device: name, found: "no sound server that answers")
    }
  }

  private static func name(of device: AudioInputDevice) -> String {
    device.title == device.system.title ? device.title : device.identifier
  }
}
