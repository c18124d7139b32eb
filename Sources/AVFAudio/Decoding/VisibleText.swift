/// Text that is safe to print on a terminal.
package enum VisibleText {
  /// The text with each control character as an escape, so that a name cannot steer the terminal.
  package static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isSteering) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where isSteering(scalar): out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// A name of bytes as such text; a byte that is no UTF-8 becomes `\xE9`.
  package static func text(bytes: [UInt8]) -> String {
    var out = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      guard let length, let piece = String(validating: rest.prefix(length), as: UTF8.self) else {
        out +=
          "\\x" + (rest[rest.startIndex] < 16 ? "0" : "")
          + String(rest[rest.startIndex], radix: 16, uppercase: true)
        rest = rest.dropFirst()
        continue
      }
      out += piece
      rest = rest.dropFirst(length)
    }
    return text(out)
  }

  /// Control characters, line separators, and those that turn the direction of writing.
  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}",
      "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }
}
