import Foundation

/// Reads lists of file names: one a line, or with a zero byte after each, as `find -print0` writes them.
enum NameList {
  /// The most bytes of a list.
  static let largestFile = 256 << 20

  /// The names in a list file; `-` is standard input.
  static func read(_ file: Argument) throws(UsageError) -> [Argument] {
    let bytes =
      file.text == "-"
      ? try SmallFile.readStandardInput(option: "--from", limit: largestFile)
      : try SmallFile.read(file, option: "--from", limit: largestFile)
    return names(in: bytes)
  }

  /// The names in the text of a list; a zero byte anywhere means that zero bytes separate them.
  ///
  /// Empty lines, a byte order mark and the carriage returns of Windows are dropped. A name `-` is
  /// a file of that name.
  static func names(in bytes: [UInt8]) -> [Argument] {
    let names: [ArraySlice<UInt8>]
    if bytes.contains(0) {
      names = bytes.split(separator: 0)
    } else {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      names = text.split(separator: UInt8(ascii: "\n")).map { line in
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
    }
    return names.filter { !$0.isEmpty }.map { name in
      Argument(bytes: name.elementsEqual([UInt8(ascii: "-")]) ? Array("./-".utf8) : Array(name))
    }
  }
}
