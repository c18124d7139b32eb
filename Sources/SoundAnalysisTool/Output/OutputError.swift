private import Foundation

/// Says why results could not be written.
enum OutputError: Error, Equatable {
  /// The reader at the other end of a pipe has gone away; nobody needs to be told.
  case closedPipe

  /// The system refused; `name` is the file or stream, `action` what was tried.
  case failed(action: String, name: String, code: Int32)

  /// The name is of something that cannot be replaced by a file.
  case unsuitable(name: String, found: String)

  /// The system starts no thread, so that no results can come.
  static let noThread = OutputError.failed(
    action: "start", name: "a thread to work on", code: EAGAIN)

  /// Whether the fault lies with one name or one file, so that others can be written all the same.
  var concernsOneFile: Bool {
    switch self {
    case .closedPipe: false
    case .unsuitable: true
    case .failed(_, _, let code): Self.faultsOfOneFile.contains(code)
    }
  }

  private static let faultsOfOneFile: Set<Int32> = [
    EACCES, EEXIST, EFBIG, EILSEQ, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENOTEMPTY,
    EPERM,
  ]

  /// One line: what failed, which file, why.
  var description: String {
    switch self {
    case .closedPipe:
      "the reader of the results has gone away"
    case .failed(let action, let name, let code):
      "cannot \(action) \(name): \(systemMessage(code))"
    case .unsuitable(let name, let found):
      "cannot write \(name): found \(found), expected a file or a name that is free"
    }
  }
}

/// The system's sentence for an error number.
func systemMessage(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
