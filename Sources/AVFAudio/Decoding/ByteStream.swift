internal import CFFmpeg
private import Glibc

/// The bytes of a file or pipe, handed to FFmpeg through callbacks of our own.
///
/// FFmpeg never sees a path, so no name is taken for a protocol or a pattern. While a file is
/// being opened, the bytes and the time that probing may cost are limited; a reader that comes to
/// the limit sees the end of the file.
@safe final class ByteStream {
  /// The number of bytes of the whole file; unknown for a pipe.
  let length: Int64?

  /// Whether the stream can go back.
  var isSeekable: Bool { length != nil }

  /// The stream pretends to end here; nil for its true end.
  var endLimit: Int64?

  /// The bytes that the pipe has given, or where the file ends.
  var endOffset: Int64 { length ?? bytesFromPipe }

  /// The system's error of the last failed read; 0 if none failed.
  private(set) var readErrorNumber: Int32 = 0

  private let source: AudioSource
  private let descriptor: Int32
  private let firstOffset: Int64
  private let watch: ReadWatch?
  private var position: Int64 = 0
  private var prefix: [UInt8] = []
  private var bytesFromPipe: Int64 = 0
  private var budget: Budget?
  private var context: UnsafeMutablePointer<AVIOContext>?

  private struct Budget {
    var bytes: Int64
    let deadline: ContinuousClock.Instant
  }

  /// Opens a file, or takes the standard input.
  ///
  /// - Parameter watch: is asked while a pipe has nothing to give; nil waits as long as it takes.
  init(_ source: AudioSource, watch: ReadWatch? = nil) throws(DecodeError) {
    let isLive = watch?.isLive ?? false
    let descriptor: Int32
    switch source {
    case .standardInput: descriptor = STDIN_FILENO
    case .file(let path):
      descriptor = try Self.openFile(Array(path.utf8), isLive: isLive, source: source)
    case .bytes(let path): descriptor = try Self.openFile(path, isLive: isLive, source: source)
    case .address: preconditionFailure("FFmpeg opens addresses.")
    }
    self.watch = watch
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw DecodeError(.notReadable, in: source, found: SystemError.text(errno))
    }
    self.source = source
    self.descriptor = descriptor
    let start = lseek(descriptor, 0, SEEK_CUR)
    let isRegular = status.st_mode & S_IFMT == S_IFREG && start >= 0
    firstOffset = isRegular ? Int64(start) : 0
    length = isRegular ? max(0, Int64(status.st_size) - Int64(start)) : nil
    unsafe context = nil
    if status.st_mode & S_IFMT == S_IFDIR { throw DecodeError(.isDirectory, in: source) }
    if length == 0 { throw DecodeError(.empty, in: source) }
    try makeContext()
  }

  /// Stands for the bytes of an address, which FFmpeg reads itself: none of them are seen here.
  init(readElsewhere source: AudioSource) {
    self.source = source
    descriptor = -1
    firstOffset = 0
    length = nil
    watch = nil
    unsafe context = nil
  }

  deinit {
    if unsafe context != nil {
      unsafe av_freep(&context!.pointee.buffer)
      unsafe avio_context_free(&context)
    }
    if source != .standardInput, descriptor >= 0 { close(descriptor) }
  }

  /// Opens a path; a named pipe that is heard live is there before its writer is.
  private static func openFile(
    _ path: [UInt8], isLive: Bool, source: AudioSource
  ) throws(DecodeError) -> Int32 {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    let descriptor = unsafe open(
      name, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isLive ? O_NONBLOCK : 0))
    guard descriptor >= 0 else {
      let number = errno
      let isMissing = number == ENOENT || number == ENOTDIR
      throw DecodeError(
        isMissing ? .notFound : .notReadable, in: source,
        found: isMissing ? nil : SystemError.text(number))
    }
    return descriptor
  }

  private func makeContext() throws(DecodeError) {
    let size = 1 << 16
    let buffer = unsafe av_malloc(size)?.assumingMemoryBound(to: UInt8.self)
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe context = avio_alloc_context(
      buffer, Int32(size), 0, this,
      { unsafe ByteStream.from($0).read(into: $1!, count: Int($2)) }, nil,
      isSeekable ? { unsafe ByteStream.from($0).seek(to: $1, whence: $2) } : nil)
    guard unsafe context != nil else {
      unsafe av_free(buffer)
      throw DecodeError(.systemFailure, in: source, found: "no memory")
    }
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> ByteStream {
    unsafe Unmanaged<ByteStream>.fromOpaque(opaque!).takeUnretainedValue()
  }

  /// Keeps why an address could not be read on.
  func noteReadError(_ number: Int32) { readErrorNumber = number }

  /// Gives the body the context that FFmpeg reads through.
  func withContext<R>(_ body: (UnsafeMutablePointer<AVIOContext>) -> R) -> R {
    unsafe body(context!)
  }

  /// Limits what the work may read, so that a hostile header ends in bounded time.
  ///
  /// A pipe is limited in bytes only: its writer may be slow for good reasons.
  func limiting<R>(
    bytes: Int64, duration: Duration, _ work: () throws(DecodeError) -> R
  ) throws(DecodeError) -> R {
    budget = Budget(bytes: bytes, deadline: .now + duration)
    defer { budget = nil }
    return try work()
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    var count = count
    if let endLimit { count = min(count, Int(clamping: endLimit - position)) }
    if let budget {
      let isLate = isSeekable && ContinuousClock.now > budget.deadline
      count = isLate ? 0 : min(count, Int(clamping: budget.bytes))
    }
    guard count > 0 else { return ffmpeg_error_end_of_file }
    let received: Int
    if position < prefix.count {
      received = min(count, prefix.count - Int(position))
      for index in 0..<received { unsafe buffer[index] = prefix[Int(position) + index] }
    } else {
      received = unsafe readDescriptor(into: buffer, count: count, at: position)
    }
    guard received >= 0 else { return -readErrorNumber }
    guard received > 0 else { return ffmpeg_error_end_of_file }
    position += Int64(received)
    budget?.bytes -= Int64(received)
    return Int32(received)
  }

  private func readDescriptor(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int64
  ) -> Int {
    while true {
      let (place, overflow) = firstOffset.addingReportingOverflow(offset)
      if overflow { return 0 }
      if let watch, !isSeekable, !watch.waits(forBytesOf: descriptor) {
        readErrorNumber = ETIMEDOUT
        return -1
      }
      let received =
        isSeekable
        ? unsafe pread(descriptor, buffer, count, Int(place))
        : unsafe Glibc.read(descriptor, buffer, count)
      if received < 0 && (errno == EINTR || watch != nil && errno == EAGAIN) { continue }
      if received < 0 { readErrorNumber = errno }
      if received > 0 && !isSeekable {
        bytesFromPipe += Int64(received)
        watch?.noteProgress()
      }
      return received
    }
  }

  private func seek(to offset: Int64, whence: Int32) -> Int64 {
    guard let length else { return Int64(ffmpeg_error_invalid_seek) }
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return length
    case SEEK_SET: target = offset
    case SEEK_CUR: target = position &+ offset
    case SEEK_END: target = length &+ offset
    default: return Int64(-EINVAL)
    }
    guard target >= 0 else { return Int64(-EINVAL) }
    position = target
    return target
  }

  /// The bytes at an offset without moving; fewer, or none, where the stream ends before.
  ///
  /// A pipe keeps what was looked at for the reader, so it can only be looked at before it is
  /// read, and only near its beginning.
  func peek(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, count > 0, descriptor >= 0 else { return [] }
    if isSeekable {
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = unsafe max(
          0, readDescriptor(into: buffer.baseAddress!, count: count, at: offset))
      }
    }
    guard offset < 1 << 16 else { return [] }
    let end = Int(offset) + count
    // What the reader has taken is not here to be looked at, and what comes next is the reader's.
    while prefix.count < end, bytesFromPipe == prefix.count {
      let wanted = end - prefix.count
      let more = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
        initialized = unsafe max(
          0, readDescriptor(into: buffer.baseAddress!, count: wanted, at: 0))
      }
      if more.isEmpty { break }
      prefix += more
    }
    guard Int(offset) < prefix.count else { return [] }
    return Array(prefix[Int(offset)..<min(end, prefix.count)])
  }
}
