import Foundation
import Synchronization

/// A file without a lasting name: it is renamed, or else removed, even where the process is interrupted.
///
/// It is locked as long as the process lives. What a process left that was killed is not, and the next
/// one that writes into the folder removes it.
final class TemporaryFile {
  /// Open for writing.
  let descriptor: Int32

  private let path: Argument
  /// Keeps the lock when the file is closed before it is renamed.
  private let lockDescriptor: Int32
  private var isClosed = false
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
    Leftovers.remove(in: Argument(bytes: Array(folder)))
    var path: Argument
    var descriptor: Int32
    repeat {
      let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
      path = Argument(bytes: folder + Leftovers.prefix + Array(suffix.utf8))
      descriptor = remains.open(path)
    } while descriptor < 0 && errno == EEXIST
    self.path = path
    self.descriptor = descriptor
    lockDescriptor = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .failed(action: "create", name: name, code: errno) }
    if let mode { fchmod(descriptor, mode) }
  }

  deinit {
    if let ticket { interruption?.forget(ticket) }
    if !isClosed, descriptor >= 0 { Foundation.close(descriptor) }
    if !isRenamed, descriptor >= 0 { unsafe unlink(path.path) }
    if lockDescriptor >= 0 { Foundation.close(lockDescriptor) }
  }

  /// Closes the file, which some disks refuse where they lack space.
  ///
  /// - Parameter name: what messages call the target.
  func close(name: String) throws(OutputError) {
    isClosed = true
    guard Foundation.close(descriptor) == 0 else {
      throw .failed(action: "write", name: name, code: errno)
    }
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

  /// Creates the file, which nobody else may have, and locks it; its descriptor, or -1 with `errno`
  /// set.
  func open(_ path: Argument) -> Int32 {
    self.path.withLock { known in
      let descriptor = unsafe Foundation.open(
        path.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      known = descriptor >= 0 ? path : nil
      guard descriptor >= 0, Leftovers.wasTaken(descriptor) else { return descriptor }
      // Another process took the new file for a leftover before it was locked: try once more.
      close(descriptor)
      known = nil
      errno = EEXIST
      return -1
    }
  }

  /// Removes the file.
  @Sendable func remove() {
    path.withLock { path in
      if let path { _ = unsafe unlink(path.path) }
    }
  }
}
