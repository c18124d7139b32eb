/// Reads tables of delimited text: RFC 4180 with quotes, also with semicolons instead of commas, as
/// spreadsheets write it where the comma is the decimal point; or tabs where the first line has some.
struct DelimitedReader {
  /// A row and the line on which it begins, counted from 1.
  struct Row: Equatable {
    let line: Int
    let cells: [String]
  }

  /// Says which quote has no end.
  struct OpenQuote: Error {
    /// The line of the quote, counted from 1.
    let line: Int
  }

  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8

  /// Takes the text of a table, in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let firstLine = self.bytes.prefix { $0 != UInt8(ascii: "\n") }
    let hasTabs = firstLine.contains(UInt8(ascii: "\t"))
    let hasCommas = firstLine.contains(UInt8(ascii: ","))
    let hasSemicolons = firstLine.contains(UInt8(ascii: ";")) && !hasCommas
    separator = UInt8(ascii: hasTabs ? "\t" : hasSemicolons ? ";" : ",")
  }

  /// The rows; lines without any text are left out.
  func rows() throws(OpenQuote) -> [Row] {
    var rows: [Row] = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var line = 1
    var firstLine = 1
    var quoteLine: Int?
    var place = bytes.startIndex
    func endRow() {
      cells.append(Self.text(cell))
      if cells.contains(where: { !$0.isEmpty }) { rows.append(Row(line: firstLine, cells: cells)) }
      cells = []
      cell = []
    }
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if quoteLine != nil {
        guard byte == UInt8(ascii: "\"") else {
          cell.append(byte)
          continue
        }
        if place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") {
          cell.append(byte)
          place += 1
        } else {
          quoteLine = nil
        }
      } else if byte == UInt8(ascii: "\""), separator != UInt8(ascii: "\t"), cell.isEmpty {
        quoteLine = line
      } else if byte == separator {
        cells.append(Self.text(cell))
        cell = []
      } else if byte == UInt8(ascii: "\n") {
        if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
        endRow()
        firstLine = line
      } else {
        cell.append(byte)
      }
    }
    if let quoteLine { throw OpenQuote(line: quoteLine) }
    if !cell.isEmpty || !cells.isEmpty { endRow() }
    return rows
  }

  /// The cell without spaces around it.
  private static func text(_ cell: [UInt8]) -> String {
    let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    let start = cell.drop(while: blank)
    let end = start.lastIndex { !blank($0) } ?? start.startIndex - 1
    return String(decoding: start.prefix(through: end), as: UTF8.self)
  }
}
