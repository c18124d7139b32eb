/// Notices that a file changes or vanishes while it is read.
struct FileWatch: Sendable {
  private let path: Argument
  private let before: FileIdentity?

  /// Looks at a recording before it is opened.
  init(_ input: BatchInput) {
    path = input.path
    let identity = input.isStandardInput ? nil : FileIdentity(path: input.path)
    // Pipes and devices have no contents that could stay.
    before = identity?.kind == .regular ? identity : nil
  }

  /// Whether there are other contents under the name by now.
  var isChanged: Bool {
    guard let before, let now = FileIdentity(path: path) else { return false }
    return !now.isUnchanged(since: before)
  }

  /// What has changed since, as the reason of a failure; nil where nothing has.
  func change() -> String? {
    guard let before else { return nil }
    guard let now = FileIdentity(path: path) else {
      return "\(path.displayText): the file was removed while it was read"
    }
    if now.isUnchanged(since: before) { return nil }
    return "\(path.displayText): the file changed while it was read (\(before.size) bytes before, "
      + "\(now.size) after)"
  }
}
