/// The version of the package.
enum Version {
  /// As `--version` prints it.
  static let current = "0.1.0"
}
