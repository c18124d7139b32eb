private import SoundEvents

/// Draws plots as SVG elements that stand in a page.
enum PlotSVG {
  /// The most labels on an axis of the confusion plot.
  private static let mostLabels = 60

  /// Two horizontal bars a label, 0 to 1.
  static func bars(
    _ values: [(name: String, first: Double?, second: Double?)], names: (String, String)
  ) -> String {
    let top = 30
    let height = top + values.count * 26 + 10
    var out = svg(720, height)
    out +=
      "<rect class=\"one\" x=\"220\" y=\"4\" width=\"12\" height=\"12\"/>"
      + text(names.0, 238, 14, "start")
      + "<rect class=\"two\" x=\"300\" y=\"4\" width=\"12\" height=\"12\"/>"
      + text(names.1, 318, 14, "start")
    for (row, value) in values.enumerated() {
      let y = top + row * 26
      out += text(value.name, 210, y + 14, "end")
      for (line, (share, style)) in [(value.first, "one"), (value.second, "two")].enumerated() {
        let width = coordinate((share ?? 0) * 440)
        out +=
          "<rect class=\"\(style)\" x=\"220\" y=\"\(y + line * 10)\" width=\"\(width)\" height=\"9\">"
          + "<title>\(EvaluationText.number(share))</title></rect>"
      }
    }
    return out + "</svg>"
  }

  /// The reliability diagram: the share of right answers over the confidence.
  static func reliability(_ reliability: Reliability) -> String {
    var out = svg(440, 440)
    out += "<path class=\"line\" d=\"M40 20V400H420\"/><path class=\"line\" d=\"M40 400L420 20\"/>"
    let width = 380 / Reliability.binCount
    for (place, bin) in reliability.bins.enumerated() {
      guard let accuracy = bin.accuracy, let confidence = bin.confidence else { continue }
      let height = accuracy * 380
      out +=
        "<rect class=\"one\" x=\"\(42 + place * width)\" y=\"\(coordinate(400 - height))\" "
        + "width=\"\(width - 4)\" height=\"\(coordinate(height))\"><title>"
        + "\(bin.count) answers, mean confidence \(EvaluationText.number(confidence)), right "
        + "\(EvaluationText.number(accuracy))</title></rect>"
      out +=
        "<circle class=\"two\" cx=\"\(coordinate(40 + confidence * 380))\" "
        + "cy=\"\(coordinate(400 - height))\" r=\"4\"/>"
    }
    for tick in stride(from: 0, through: 10, by: 2) {
      let label = FixedDecimal.text(Double(tick) / 10, places: 1) ?? ""
      out += text(label, 40 + tick * 38, 416, "middle")
      out += text(label, 34, 404 - tick * 38, "end")
    }
    return out + text("confidence", 230, 434, "middle") + "</svg>"
  }

  /// The confusion table as squares, darker where more clips are; a row for each label that is heard.
  static func confusion(_ table: [Confusion]) -> String {
    var totals: [String: Int] = [:]
    for cell in table { totals[cell.truth, default: 0] += cell.count }
    let rows = Array(totals.keys.sorted().prefix(mostLabels))
    var answers: [String: Int] = [:]
    for cell in table { answers[cell.answer, default: 0] += cell.count }
    // Labels that are heard come first, in the order of the rows: right answers lie on the diagonal.
    let others = answers.keys.filter { totals[$0] == nil }
      .sorted { (answers[$1] ?? 0, $0) < (answers[$0] ?? 0, $1) }
    let columns = rows + others.prefix(max(0, mostLabels - rows.count))
    guard !rows.isEmpty else { return "<p>No clip has exactly one label.</p>" }
    let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    let size = 18
    var out = svg(180 + columns.count * size + 10, 150 + rows.count * size + 10)
    for (row, name) in rows.enumerated() { out += text(name, 172, 150 + row * size + 13, "end") }
    for (column, name) in columns.enumerated() {
      let x = 180 + column * size + 12
      out +=
        "<text transform=\"translate(\(x) 144) rotate(-60)\">\(EvaluationPage.escaped(name))</text>"
    }
    for cell in table {
      guard let row = rows.firstIndex(of: cell.truth), let column = places[cell.answer] else {
        continue
      }
      let share = Double(cell.count) / Double(totals[cell.truth] ?? 1)
      let title = "\(cell.truth) taken for \(cell.answer): \(cell.count)"
      out +=
        "<rect class=\"\(cell.truth == cell.answer ? "one" : "two")\" "
        + "x=\"\(180 + column * size)\" y=\"\(150 + row * size)\" width=\"\(size - 1)\" "
        + "height=\"\(size - 1)\" opacity=\"\(coordinate(0.15 + 0.85 * share))\">"
        + "<title>\(EvaluationPage.escaped(title))</title></rect>"
    }
    let rest = totals.count - rows.count + max(0, others.count - (columns.count - rows.count))
    let note = rest > 0 ? "<p>\(rest) more labels are in the JSON report only.</p>" : ""
    return out + "</svg>" + note
  }

  private static func svg(_ width: Int, _ height: Int) -> String {
    "<svg role=\"img\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\">"
  }

  private static func text(_ text: String, _ x: Int, _ y: Int, _ anchor: String) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(EvaluationPage.escaped(text))</text>"
  }

  private static func coordinate(_ value: Double) -> String {
    FixedDecimal.text(value, places: 2) ?? "0"
  }
}
