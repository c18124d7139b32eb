import Foundation

/// A file without a lasting name: it is renamed, or else removed, even where the process is interrupted.
final class TemporaryFile {
  /// Open for writing.
  let descriptor: Int32

  private let path: Argument
  private let interruptions: [any DispatchSourceSignal]
  private let interruption: Interruption?
  private let ticket: Interruption.Ticket?
  private var isRenamed = false

  /// Creates a file in the folder of another.
  ///
  /// - Parameters:
  ///   - target: the name that the file will take.
  ///   - name: what messages call the target.
  ///   - mode: the permissions to take over; nil for the usual ones of a new file.
  ///   - interruption: what SIGINT means; nil where it ends the process.
  init(
    beside target: Argument, name: String, mode: mode_t?, interruption: Interruption? = nil
  ) throws(OutputError) {
    let folder = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { target.bytes[...$0] } ?? []
    var path: Argument
    var descriptor: Int32
    repeat {
      let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
      path = Argument(bytes: folder + Array(".soundanalysis-\(suffix)".utf8))
      descriptor = unsafe open(path.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    } while descriptor < 0 && errno == EEXIST
    guard descriptor >= 0 else { throw .failed(action: "create", name: name, code: errno) }
    if let mode { fchmod(descriptor, mode) }
    self.path = path
    self.descriptor = descriptor
    self.interruption = interruption
    let signals = (interruption == nil ? [SIGINT] : []) + [SIGTERM, SIGHUP]
    interruptions = signals.compactMap { [path] number in removeOnSignal(number, path) }
    ticket = interruption?.atStop { [path] in _ = unsafe unlink(path.path) }
  }

  deinit {
    for interruption in interruptions { interruption.cancel() }
    if let ticket { interruption?.forget(ticket) }
    guard !isRenamed else { return }
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

/// Removes a file when a signal comes, then lets the signal end the process; nil where it is ignored.
private func removeOnSignal(_ number: Int32, _ path: Argument) -> (any DispatchSourceSignal)? {
  let previous = signal(number, SIG_IGN)
  guard unsafe unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
    return nil
  }
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler {
    _ = unsafe unlink(path.path)
    _ = signal(number, SIG_DFL)
    // This thread blocks signals; the process does not.
    kill(getpid(), number)
  }
  source.resume()
  return source
}
