private import Foundation

/// A file that takes its name only when it is complete.
///
/// The text goes to a temporary file beside it, which is renamed by `commit` and removed where that
/// never comes, also when the process is interrupted. A device or a pipe is written in place.
final class OutputFile {
  /// Takes the text.
  let sink: DescriptorSink

  private let name: String
  private let target: Argument
  private let descriptor: Int32
  private let temporary: TemporaryFile?

  /// Opens the file, or the temporary one beside it.
  init(path: Argument) throws(OutputError) {
    name = path.displayText
    let existing = FileIdentity(path: path)
    switch existing?.kind {
    case .directory:
      throw .unsuitable(name: name, found: "a directory")
    case .regular, nil:
      // A link keeps pointing where it points.
      target = resolved(path) ?? path
      guard unsafe existing == nil || access(target.path, W_OK) == 0 else {
        throw .failed(action: "write", name: name, code: errno)
      }
      let temporary = try TemporaryFile(beside: target, name: name, mode: existing?.mode)
      self.temporary = temporary
      descriptor = temporary.descriptor
    case .other:
      target = path
      temporary = nil
      descriptor = unsafe open(target.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .failed(action: "open", name: name, code: errno) }
    }
    sink = DescriptorSink(descriptor: descriptor, name: name)
  }

  /// Completes the file under its name.
  func commit() throws(OutputError) {
    try sink.flush()
    guard close(descriptor) == 0 else { throw .failed(action: "write", name: name, code: errno) }
    try temporary?.rename(to: target, name: name)
  }
}

/// The path without symbolic links; nil where it leads to nothing.
private func resolved(_ path: Argument) -> Argument? {
  guard let resolved = unsafe realpath(path.path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe Argument(cString: resolved)
}
