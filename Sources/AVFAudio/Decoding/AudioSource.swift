/// The place that audio bytes come from.
package enum AudioSource: Hashable, Sendable {
  /// A file, a named pipe or a device, by its path.
  case file(path: String)

  /// The standard input of the process, read from its present position.
  case standardInput

  /// The name that messages use.
  package var displayName: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
