import Foundation
import Synchronization

/// A file without a lasting name: it is renamed, or else removed, even where the process is interrupted.
final class TemporaryFile {
  /// Open for writing.
  let descriptor: Int32

  private let path: Argument
  private let watches: [SignalWatch]
  private let interruption: Interruption?
  private let ticket: Interruption.Ticket?
  private var isRenamed = false

  /// Creates a file in the folder of another.
  ///
  /// - Parameters:
  ///   - target: the name that the file will take.
  ///   - name: what messages call the target.
  ///   - mode: the permissions to take over; nil for the usual ones of a new file.
  ///   - interruption: what signals mean; nil where they end the process.
  init(
    beside target: Argument, name: String, mode: mode_t?, interruption: Interruption? = nil
  ) throws(OutputError) {
    let folder = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { target.bytes[...$0] } ?? []
    // Before the file is there, so that no signal finds it unwatched.
    let remains = Remains()
    let signals = interruption == nil ? [SIGINT, SIGTERM, SIGHUP] : []
    watches = signals.compactMap { number in
      SignalWatch(number) { _ in
        remains.remove()
        SignalWatch.endProcess(by: number)
      }
    }
    ticket = interruption?.atStop(remains.remove)
    self.interruption = interruption
    var path: Argument
    var descriptor: Int32
    repeat {
      let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
      path = Argument(bytes: folder + Array(".soundanalysis-\(suffix)".utf8))
      descriptor = remains.open(path)
    } while descriptor < 0 && errno == EEXIST
    self.path = path
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw .failed(action: "create", name: name, code: errno) }
    if let mode { fchmod(descriptor, mode) }
  }

  deinit {
    if let ticket { interruption?.forget(ticket) }
    guard !isRenamed, descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(path.path)
  }

  /// Gives the file its name, in place of a file that had it.
  func rename(to target: Argument, name: String) throws(OutputError) {
    guard unsafe Foundation.rename(path.path, target.path) == 0 else {
      throw .failed(action: "create", name: name, code: errno)
    }
    isRenamed = true
  }
}

/// What is left of a file should the process end.
private final class Remains: Sendable {
  private let path = Mutex<Argument?>(nil)

  /// Creates the file, which nobody else may have; its descriptor, or -1 with `errno` set.
  func open(_ path: Argument) -> Int32 {
    self.path.withLock { known in
      let descriptor = unsafe Foundation.open(
        path.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      known = descriptor >= 0 ? path : nil
      return descriptor
    }
  }

  /// Removes the file.
  @Sendable func remove() {
    path.withLock { path in
      if let path { _ = unsafe unlink(path.path) }
    }
  }
}
