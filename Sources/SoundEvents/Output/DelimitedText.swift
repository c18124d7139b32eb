/// Lines of cells: comma-separated by RFC 4180, or tab-separated without quotes.
package enum DelimitedText: Sendable {
  /// RFC 4180, except that lines end with `\n`, as every tool here writes them.
  case csv
  /// Cells hold no tabs and no line ends: they become spaces.
  case tsv

  /// A line with its end.
  package func line(_ cells: [String]) -> String {
    switch self {
    case .csv: cells.map(Self.quoted).joined(separator: ",") + "\n"
    case .tsv: cells.map(PlainLine.text).joined(separator: "\t") + "\n"
    }
  }

  /// A row's values as a line.
  package func line(_ record: Record) -> String {
    line(record.fields.map(\.value.plainText))
  }

  /// The cell with quotes where RFC 4180 asks for them, and where a spreadsheet would calculate.
  private static func quoted(_ cell: String) -> String {
    let isPlain = cell.unicodeScalars.allSatisfy { !"\",\n\r\t".unicodeScalars.contains($0) }
    let looksLikeFormula = cell.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) }
    if isPlain && looksLikeFormula != true { return cell }
    var out = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { out += "\"" }
      out.unicodeScalars.append(scalar)
    }
    return out + "\""
  }
}

/// Text that must stay on one line.
enum PlainLine {
  /// The text with each control character and line separator as a space.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isBreaking) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { out.append(isBreaking(scalar) ? " " : scalar) }
    return String(out)
  }

  private static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
