/// Reads labelled clips from a table: `file`, `label` and, for sounds with times, `onset` and `offset`.
///
/// Several rows may name one file. A row without a label says that nothing is heard; a row without
/// times labels the clip as a whole. Other columns are ignored.
package enum LabelTable {
  /// The most bytes of a table.
  package static let largestFile = 256 << 20

  /// The latest time that makes sense, in seconds: eleven days.
  static let latestTime = 1e6

  private struct Columns {
    var file: Int
    var label: Int
    var times: (onset: Int, offset: Int)?
  }

  /// The clips in the order of first mention.
  ///
  /// - Parameter bytes: the text in UTF-8, separated by commas, semicolons or tabs.
  package static func clips(_ bytes: [UInt8]) throws(LabelTableError) -> [LabelledClip] {
    let rows: [DelimitedReader.Row]
    do {
      rows = try DelimitedReader(bytes).rows()
    } catch {
      throw LabelTableError(line: error.line, "a quote begins here and never ends")
    }
    guard let header = rows.first else {
      throw LabelTableError(line: 1, "the table is empty; expected the header file,label")
    }
    let columns = try columns(of: header)
    var clips: [LabelledClip] = []
    var places: [String: Int] = [:]
    var untimed: Set<Int> = []
    for row in rows.dropFirst() {
      let (file, label, event) = try parse(row, columns)
      let place = places[file] ?? clips.count
      if place == clips.count {
        places[file] = place
        clips.append(LabelledClip(file: file, labels: [], events: []))
      }
      if let label, !clips[place].labels.contains(label) { clips[place].labels.append(label) }
      if let event { clips[place].events?.append(event) }
      if columns.times == nil || (label != nil && event == nil) { untimed.insert(place) }
    }
    for place in untimed { clips[place].events = nil }
    guard !clips.isEmpty else {
      throw LabelTableError(line: header.line, "the table has a header and no rows")
    }
    return clips
  }

  private static func columns(of header: DelimitedReader.Row) throws(LabelTableError) -> Columns {
    let names = header.cells.map { $0.lowercased() }
    func place(_ choices: String...) throws(LabelTableError) -> Int? {
      let found = names.indices.filter { choices.contains(names[$0]) }
      guard found.count < 2 else {
        throw LabelTableError(
          line: header.line, "found the column '\(choices[0])' twice, expected it once")
      }
      return found.first
    }
    let file = try place("file", "filename")
    let label = try place("label", "event_label")
    let onset = try place("onset")
    let offset = try place("offset")
    guard let file, let label else {
      throw LabelTableError(
        line: header.line,
        "found the columns \(header.cells.joined(separator: ", ")); expected file,label or "
          + "file,label,onset,offset")
    }
    guard (onset == nil) == (offset == nil) else {
      throw LabelTableError(
        line: header.line,
        "found the column \(onset == nil ? "offset" : "onset") alone; expected onset and offset")
    }
    var columns = Columns(file: file, label: label)
    if let onset, let offset { columns.times = (onset, offset) }
    return columns
  }

  private static func parse(
    _ row: DelimitedReader.Row, _ columns: Columns
  ) throws(LabelTableError) -> (file: String, label: String?, event: LabelledClip.Event?) {
    func cell(_ place: Int) -> String { place < row.cells.count ? row.cells[place] : "" }
    let file = cell(columns.file)
    guard !file.isEmpty else { throw LabelTableError(line: row.line, "the row names no file") }
    let label = cell(columns.label).isEmpty ? nil : cell(columns.label)
    guard let times = columns.times else { return (file, label, nil) }
    let texts = (onset: cell(times.onset), offset: cell(times.offset))
    if texts.onset.isEmpty, texts.offset.isEmpty { return (file, label, nil) }
    let onset = try time(texts.onset, "onset", row)
    let offset = try time(texts.offset, "offset", row)
    guard offset > onset else {
      throw LabelTableError(
        line: row.line,
        "found the offset \(texts.offset) for the onset \(texts.onset); expected a later one")
    }
    guard let label else {
      throw LabelTableError(line: row.line, "the row has times and no label")
    }
    return (
      file, label, LabelledClip.Event(label: label, onset: onset, offset: offset, line: row.line)
    )
  }

  private static func time(
    _ text: String, _ name: String, _ row: DelimitedReader.Row
  ) throws(LabelTableError) -> Double {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let hasDecimalComma = parts.count == 2 && !text.contains(".")
    if hasDecimalComma, parts[1].count == 3, (1...3).contains(parts[0].count), parts[0] != "0" {
      throw LabelTableError(
        line: row.line,
        "found the \(name) '\(text)', which may be \(parts.joined(separator: ".")) or "
          + "\(parts.joined()); expected a point before the decimals")
    }
    let plain = hasDecimalComma ? parts.joined(separator: ".") : text
    guard let time = Double(plain), (0...latestTime).contains(time) else {
      throw LabelTableError(
        line: row.line,
        "found the \(name) '\(text)'; expected seconds from 0 to \(Int(latestTime)), such as 12.5")
    }
    return time
  }
}

/// Says what is wrong with a table of labels, and where.
package struct LabelTableError: Error, Equatable {
  /// The line, counted from 1.
  package let line: Int
  /// What was found there and what was expected.
  package let message: String

  init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }
}
