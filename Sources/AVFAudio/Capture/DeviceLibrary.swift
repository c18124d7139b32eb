internal import CFFmpeg

/// What is common to every use of libavdevice.
enum DeviceLibrary {
  /// Registers the devices, once for the process, and keeps the libraries quiet.
  static func prepare() {
    FFmpegLibrary.prepare()
    _ = isReady
  }

  private static let isReady: Bool = {
    functions?.avdevice_register_all()
    ffmpeg_silence_alsa()
    return true
  }()

  /// The library's functions, loaded at the first use; nil where it is not installed. Written once,
  /// and only read afterwards.
  private static let functions: ffmpeg_device_functions? = {
    var functions = ffmpeg_device_functions()
    return unsafe ffmpeg_load_devices(&functions) ? functions : nil
  }()

  /// FFmpeg's name of a sound system.
  static func formatName(of system: AudioInputDevice.System) -> String { system.rawValue }

  /// Lists the devices of a system.
  ///
  /// - Throws: where the system does not answer.
  static func devices(
    of system: AudioInputDevice.System
  ) throws(CaptureError) -> [AudioInputDevice] {
    prepare()
    guard let library = functions else {
      throw CaptureError(
        .systemFailure, device: system.title,
        found: "no \(unsafe String(cString: ffmpeg_device_library))",
        expected: "it installed")
    }
    var list: UnsafeMutablePointer<AVDeviceInfoList>?
    let code = unsafe library.avdevice_list_input_sources(
      av_find_input_format(formatName(of: system)), nil, nil, &list)
    defer { unsafe library.avdevice_free_list_devices(&list) }
    guard code >= 0, let list = unsafe list else {
      throw CaptureError(.systemFailure, device: system.title, found: "no answer")
    }
    var devices: [AudioInputDevice] = []
    for index in unsafe 0..<Int(list.pointee.nb_devices) {
      guard let info = unsafe list.pointee.devices[index],
        let name = unsafe info.pointee.device_name
      else { continue }
      let title = unsafe info.pointee.device_description.map { unsafe String(cString: $0) }
      let device = unsafe AudioInputDevice(
        system: system, name: String(cString: name),
        title: oneLine(title ?? String(cString: name)),
        isDefault: Int(list.pointee.default_device) == index)
      // ALSA's `null` gives silence, as fast as one can read.
      if device.name != "null" { devices.append(device) }
    }
    return devices
  }

  /// The text on one line; ALSA's titles have two.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: ", ")
  }
}

extension AudioInputDevice.System {
  /// The name for people.
  var title: String {
    switch self {
    case .pulseAudio: "PulseAudio"
    case .alsa: "ALSA"
    }
  }
}
