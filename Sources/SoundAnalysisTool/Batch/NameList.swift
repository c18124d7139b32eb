/// A list of file names: one a line, or with a zero byte after each, as `find -print0` writes them.
struct NameList {
  /// The most bytes of a list.
  static let largestFile = 256 << 20

  /// The names, byte for byte.
  let names: [Argument]

  /// Whether zero bytes separate them: programs write such lists, and no name is a pattern.
  let isExact: Bool

  /// Reads a list file; `-` is standard input.
  ///
  /// - Throws: where it cannot be read, or is a recording.
  static func read(_ file: Argument) throws(UsageError) -> NameList {
    let bytes =
      file.text == "-"
      ? try SmallFile.readStandardInput(option: "--from", limit: largestFile)
      : try SmallFile.read(file, option: "--from", limit: largestFile)
    guard !RecordingSignature.begins(bytes) else {
      throw UsageError(
        "--from \(file.displayText): found a recording, expected a list of names; leave out --from")
    }
    return NameList(bytes)
  }

  /// Takes the text of a list; a zero byte anywhere means that zero bytes separate the names.
  ///
  /// Empty lines, a byte order mark and the carriage returns of Windows are dropped. A name `-` is
  /// a file of that name.
  init(_ bytes: [UInt8]) {
    isExact = bytes.contains(0)
    let parts: [ArraySlice<UInt8>]
    if isExact {
      parts = bytes.split(separator: 0)
    } else {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      parts = text.split(separator: UInt8(ascii: "\n")).map { line in
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
    }
    names = parts.filter { !$0.isEmpty }.map { name in
      Argument(bytes: name.elementsEqual([UInt8(ascii: "-")]) ? Array("./-".utf8) : Array(name))
    }
  }
}
