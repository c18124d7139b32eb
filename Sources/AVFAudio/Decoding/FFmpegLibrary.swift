internal import CFFmpeg

/// What is common to every use of FFmpeg: its log is off, its codes become text.
enum FFmpegLibrary {
  /// Turns FFmpeg's log off, once for the process.
  static func prepare() {
    _ = logIsSilent
  }

  private static let logIsSilent: Bool = {
    unsafe av_log_set_callback { _, _, _, _ in }
    return true
  }()

  /// The library's own words for an error code.
  static func message(for code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      unsafe av_strerror(code, buffer.baseAddress, buffer.count)
      return unsafe String(cString: buffer.baseAddress!)
    }
  }

  /// The name of a codec, such as "pcm_s16le".
  static func name(of codec: AVCodecID) -> String {
    unsafe String(cString: avcodec_get_name(codec))
  }
}
