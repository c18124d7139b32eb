import Foundation

/// Results in the making, under a name that nobody takes for results.
///
/// One owner uses it at a time.
final class StagedFile {
  /// Takes the text, and hashes it on its way.
  let sink: HashingSink

  private let path: Argument
  private let name: String
  private let descriptor: Int32
  private var isOpen = true

  /// Opens the file, in place of one that was left behind.
  ///
  /// - Parameter name: what messages call it: the name that it will have.
  init(path: Argument, name: String) throws(OutputError) {
    descriptor = unsafe open(path.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .failed(action: "create", name: name, code: errno)
    }
    self.path = path
    self.name = name
    sink = HashingSink(DescriptorSink(descriptor: descriptor, name: name))
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unsafe unlink(path.path)
  }

  /// The SHA-256 of the text; nothing can be written after.
  func hash() -> String { sink.finish() }

  /// Brings everything that was written to the disk.
  func complete() throws(OutputError) {
    try sink.flush()
    // After a power cut a name may last longer than contents that were not forced out.
    guard fdatasync(descriptor) == 0 || errno == EINVAL else {
      throw .failed(action: "write", name: name, code: errno)
    }
  }

  /// Gives the complete file another name.
  func rename(to target: Argument) throws(OutputError) {
    guard unsafe Foundation.rename(path.path, target.path) == 0 else {
      throw .failed(action: "create", name: name, code: errno)
    }
    isOpen = false
    close(descriptor)
  }
}
