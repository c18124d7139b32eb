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
  ///
  /// - Parameter interruption: what signals mean; nil where they end the process.
  init(path: Argument, interruption: Interruption? = nil) throws(OutputError) {
    name = path.displayText
    let existing = FileIdentity(path: path)
    switch existing?.kind {
    case .directory:
      throw .unsuitable(name: name, found: "a directory")
    case .regular, nil:
      // A link keeps pointing where it points, be it at nothing yet.
      if let place = resolved(path) {
        target = place
      } else {
        target = try path.followingLinks(name: name)
      }
      guard unsafe existing == nil || access(target.path, W_OK) == 0 else {
        throw .failed(action: "write", name: name, code: errno)
      }
      let temporary = try TemporaryFile(
        beside: target, name: name, mode: existing?.mode, interruption: interruption)
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
    guard let temporary else {
      guard close(descriptor) == 0 else { throw .failed(action: "write", name: name, code: errno) }
      return
    }
    try temporary.close(name: name)
    try temporary.rename(to: target, name: name)
  }
}

extension Argument {
  /// The links that a name may lead through.
  private static let mostLinks = 40

  /// The name at the end of the links that lead from this one to no file.
  ///
  /// - Parameter name: what messages call it.
  func followingLinks(name: String) throws(OutputError) -> Argument {
    var place = self
    for _ in 0..<Self.mostLinks {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = unsafe readlink(place.path, &buffer, buffer.count)
      guard length >= 0 else { return place }
      let target = buffer[..<length].map { UInt8(bitPattern: $0) }
      let folder = place.bytes.lastIndex(of: UInt8(ascii: "/")).map { place.bytes[...$0] } ?? []
      place = Argument(bytes: target.first == UInt8(ascii: "/") ? target : folder + target)
    }
    throw .failed(action: "write", name: name, code: ELOOP)
  }
}

/// The path without symbolic links; nil where it leads to nothing.
private func resolved(_ path: Argument) -> Argument? {
  guard let resolved = unsafe realpath(path.path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe Argument(cString: resolved)
}
