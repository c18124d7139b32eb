internal import CFFmpeg
private import Glibc
private import Synchronization

/// What is common to every use of FFmpeg: its log is off, its names become text.
enum FFmpegLibrary {
  /// The messages that are kept instead of printed, by the threads that listen.
  private static let captures = Mutex<[pthread_t: [String]]>([:])

  private static let mostMessages = 8

  /// Turns FFmpeg's log off, once for the process.
  static func prepare() {
    _ = logIsSilent
  }

  private static let logIsSilent: Bool = {
    unsafe av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR else { return }
      let isWanted = FFmpegLibrary.captures.withLock { $0[pthread_self()] != nil }
      guard isWanted, let format = unsafe format, let arguments = unsafe arguments else { return }
      let line = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        var printsPrefix: Int32 = 0
        unsafe av_log_format_line2(
          context, level, format, arguments, buffer.baseAddress, Int32(buffer.count),
          &printsPrefix)
        return unsafe String(cString: buffer.baseAddress!)
      }
      FFmpegLibrary.keep(line)
    }
    return true
  }()

  private static func keep(_ line: String) {
    let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !text.isEmpty else { return }
    captures.withLock { captures in
      guard let count = captures[pthread_self()]?.count, count < mostMessages else { return }
      captures[pthread_self()]?.append(text)
    }
  }

  /// Does some work and gives what it gave, and the errors that FFmpeg told of on this thread.
  static func capturingErrors<R>(_ work: () -> R) -> (result: R, messages: [String]) {
    prepare()
    captures.withLock { $0[pthread_self()] = [] }
    let result = work()
    return (result, captures.withLock { $0.removeValue(forKey: pthread_self()) } ?? [])
  }

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
