import Foundation

/// Where live results go: standard output, or a file that grows while the command listens.
final class LiveOutput {
  /// Takes the text.
  let sink: DescriptorSink

  /// The terminal, if that is where results go and it can move its cursor.
  let screen: Screen?

  private let descriptor: Int32?
  private let name: String

  /// Opens a file, whose former content stays until `begin`; nil for standard output.
  init(_ path: Argument?) throws(OutputError) {
    guard let path else {
      descriptor = nil
      name = "standard output"
      sink = StandardOutput.sink()
      screen = Screen(descriptor: STDOUT_FILENO)
      return
    }
    if FileIdentity(path: path)?.kind == .directory {
      throw .unsuitable(name: path.displayText, found: "a directory")
    }
    let opened = unsafe open(path.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard opened >= 0 else {
      throw .failed(action: "open", name: path.displayText, code: errno)
    }
    descriptor = opened
    name = path.displayText
    sink = DescriptorSink(descriptor: opened, name: path.displayText)
    screen = nil
  }

  /// Makes a file empty, once there is something to listen to.
  func begin() throws(OutputError) {
    // Devices and pipes cannot be, and need not be.
    guard let descriptor, ftruncate(descriptor, 0) != 0, errno != EINVAL else { return }
    throw .failed(action: "write", name: name, code: errno)
  }

  deinit { if let descriptor { close(descriptor) } }
}
