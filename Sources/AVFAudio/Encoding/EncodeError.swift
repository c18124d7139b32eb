/// Says why audio could not be written.
package struct EncodeError: Error, Hashable, Sendable {
  /// The kinds of failure that callers tell apart.
  package enum Reason: Hashable, Sendable {
    /// No container has that file name extension.
    case unsupportedContainer
    /// The container or FFmpeg cannot hold that format.
    case unsupportedFormat
    /// The system refuses to create or write the file.
    case notWritable
  }

  /// The kind of failure.
  package let reason: Reason

  /// The file that could not be written.
  package let path: String

  /// What was asked for, or what went wrong.
  package let found: String

  /// What would have been possible.
  package let expected: String?
}

extension EncodeError: CustomStringConvertible {
  /// One line: what failed, which file, what was found, what was expected.
  package var description: String {
    let sentence =
      switch reason {
      case .unsupportedContainer: "cannot write a file of that type"
      case .unsupportedFormat: "cannot write audio in that format"
      case .notWritable: "cannot write the file"
      }
    return "\(sentence): \(path): found \(found)" + (expected.map { ", expected \($0)" } ?? "")
  }
}
