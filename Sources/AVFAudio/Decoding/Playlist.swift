/// Files of text that name other files instead of holding sound.
enum Playlist {
  /// The endings of names that a list without a heading is known by.
  private static let endings = [
    ".mp3", ".m4a", ".aac", ".ogg", ".opus", ".flac", ".wav", ".wma", ".mp4", ".aiff",
  ]

  /// The usual name of the list's format; nil for what is no list.
  ///
  /// - Parameter bytes: the first bytes of the file.
  static func kind(of bytes: [UInt8]) -> String? {
    // A name at the end may be cut in the middle of a character.
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(256).lowercased()
    if start.hasPrefix("[playlist]") { return "PLS" }
    if start.hasPrefix("#extm3u") { return "M3U" }
    if start.hasPrefix("<asx") { return "ASX" }
    if start.hasPrefix("<?xml") || start.hasPrefix("<playlist"), start.contains("xspf.org") {
      return "XSPF"
    }
    let lines = text.split(whereSeparator: \.isNewline).dropLast(bytes.count >= 512 ? 1 : 0)
      .map { $0.trimmingSpaces.lowercased() }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let isList =
      !lines.isEmpty
      && lines.allSatisfy { line in
        line.hasPrefix("http://") || line.hasPrefix("https://")
          || endings.contains { line.hasSuffix($0) }
      }
    return isList ? "M3U" : nil
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
