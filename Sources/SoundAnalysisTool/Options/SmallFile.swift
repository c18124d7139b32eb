private import Foundation

/// Reads files that an option names and that are short by their nature.
enum SmallFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - option: the option, for the message; nil for an operand.
  ///   - limit: the most bytes that make sense; no more than one beyond it is read.
  static func read(
    _ file: Argument, option: String? = nil, limit: Int
  ) throws(UsageError) -> [UInt8] {
    let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(file, option, errno) }
    defer { close(descriptor) }
    return try read(descriptor, of: file, option: option, limit: limit)
  }

  /// The bytes of standard input, with the same limit.
  static func readStandardInput(option: String, limit: Int) throws(UsageError) -> [UInt8] {
    try read(STDIN_FILENO, of: Argument("-"), option: option, limit: limit)
  }

  private static func read(
    _ descriptor: Int32, of file: Argument, option: String?, limit: Int
  ) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let wanted = min(block.count, limit + 1 - bytes.count)
      let count = unsafe Foundation.read(descriptor, &block, wanted)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(file, option, errno)
      }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
    throw UsageError(
      "\(name(file, option)): found more than \(limit) bytes, expected at most that")
  }

  private static func failure(_ file: Argument, _ option: String?, _ code: Int32) -> UsageError {
    UsageError("\(name(file, option)): cannot be read: \(systemMessage(code))")
  }

  private static func name(_ file: Argument, _ option: String?) -> String {
    option.map { "\($0) \(file.displayText)" } ?? file.displayText
  }
}
