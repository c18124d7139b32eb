/// Writes JSON (RFC 8259) without any library's idea of how a number looks.
package enum JSONText {
  /// A string with its quotes; control characters and the line separators of old scripts escaped.
  package static func string(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// A value; a number that is not finite becomes null.
  package static func value(_ value: FieldValue) -> String {
    switch value {
    case .none: "null"
    case .text(let text): string(text)
    case .integer(let number): String(number)
    case .decimal(let number, let places): FixedDecimal.text(number, places: places) ?? "null"
    case .units(let units, let places): FixedDecimal.text(units: units, places: places)
    case .words(let words): "[\(words.map(string).joined(separator: ", "))]"
    case .rows(let rows): "[\(rows.map(object).joined(separator: ", "))]"
    }
  }

  /// An object on one line, members in the order of the record.
  package static func object(_ record: Record) -> String {
    let members = record.fields.map { "\(string($0.name)): \(value($0.value))" }
    return "{\(members.joined(separator: ", "))}"
  }
}
