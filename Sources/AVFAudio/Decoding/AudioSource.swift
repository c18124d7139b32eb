/// The place that audio bytes come from.
package enum AudioSource: Hashable, Sendable {
  /// A file, a named pipe or a device, by its path.
  case file(path: String)

  /// The same by a path that need not be text, without a zero among its bytes.
  case bytes(path: [UInt8])

  /// The standard input of the process, read from its present position.
  case standardInput

  /// A place in the network; only live streams are taken from there.
  case address(AudioAddress)

  /// The name that messages use; it stays on one line.
  package var displayName: String {
    switch self {
    case .file(let path): VisibleText.text(path)
    case .bytes(let path): VisibleText.text(bytes: path)
    case .standardInput: "standard input"
    case .address(let address): address.displayText
    }
  }
}
