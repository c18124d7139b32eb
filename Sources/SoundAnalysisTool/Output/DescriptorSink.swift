private import Foundation

/// Writes text, or other bytes, to a file descriptor, through a buffer.
///
/// Where somebody may be waiting, at a terminal or a pipe, every record is handed on at once; in a
/// regular file at the latest with the next record after a second, so that an interrupted run keeps
/// what was done.
final class DescriptorSink: TextSink {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private let name: String
  private let isWatched: Bool
  private var buffer: [UInt8] = []
  private var lastFlush = ContinuousClock.now

  /// Writes to a descriptor that stays open as long as this object is used.
  ///
  /// - Parameter name: what messages call it.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    var status = stat()
    let isRegularFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    isWatched = !isRegularFile
    buffer.reserveCapacity(Self.capacity)
  }

  func write(_ text: String) throws(OutputError) { try write(text.utf8) }

  /// Adds some bytes.
  func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  func endRecord() throws(OutputError) {
    if isWatched || lastFlush.duration(to: .now) > .seconds(1) { try flush() }
  }

  func flush() throws(OutputError) {
    lastFlush = .now
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Foundation.write(
          descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&event, 1, -1)
      } else if errno != EINTR {
        let code = errno
        buffer.removeAll()
        throw code == EPIPE ? .closedPipe : .failed(action: "write", name: name, code: code)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
