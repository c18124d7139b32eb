import SoundAnalysis
import SoundEvents

/// Tells of live sound in one block on a terminal, which the next window replaces.
final class LivePanel: Report {
  /// The sounds that are shown where the user gives no number.
  static let usualCount = 5

  private let sink: any TextSink
  private let screen: Screen
  private let filter: ResultFilter
  private var name = ""

  /// Where the last window ended, in seconds.
  private var lastEnd = 0.0

  /// The lines that the block has on the screen.
  private var height = 0

  /// Shows what a filter lets through.
  init(sink: any TextSink, screen: Screen, filter: ResultFilter) {
    self.sink = sink
    self.screen = screen
    self.filter = filter
  }

  func begin() throws(OutputError) {}

  func skipFile(_ name: String, failure: String) throws(OutputError) {}

  func beginFile(
    _ recording: Recording, channel: @escaping (Range<Int64>) -> String?
  ) throws(OutputError) {
    name = VisibleText.text(recording.path)
    try show([heading(at: 0), "listening…".plain(unless: screen.isUnicode)])
  }

  func write(_ result: SNClassificationResult) throws(OutputError) {
    let row = filter.row(for: result)
    let lines = row.sounds.isEmpty ? ["-"] : row.sounds.map(line)
    lastEnd = result.timeRange.end.seconds
    try show([heading(at: lastEnd)] + lines)
  }

  func note(_ span: UnheardSpan) throws(OutputError) {}

  func breakOff(at frame: Int64, closing: EventClosing) throws(OutputError) {
    try show([heading(at: lastEnd), "no sound"])
  }

  func endFile(
    frameCount: Int64, failure: String?, closing: EventClosing
  ) throws(OutputError) {}

  func end() throws(OutputError) {}

  private func heading(at seconds: Double) -> String {
    let whole = Int64(seconds.rounded(.down))
    let fields = [whole / 3600, whole / 60 % 60, whole % 60]
    return fields.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":") + "  \(name)"
  }

  private func line(_ sound: WindowRow.Sound) -> String {
    let percent = Int((sound.confidence * 100).rounded())
    let number = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0)
    let barWidth = min(40, max(0, screen.size.columns - Self.nameWidth - 8))
    let filled = Int((sound.confidence * Double(barWidth)).rounded())
    let (full, empty) = screen.isUnicode ? ("█", "·") : ("#", ".")
    let name = VisibleText.text(readableName(ofLabel: sound.label)).prefix(Self.nameWidth)
    return name + String(repeating: " ", count: Self.nameWidth - name.count)
      + " \(number)\(percent)% " + String(repeating: full, count: filled)
      + String(repeating: empty, count: barWidth - filled)
  }

  private static let nameWidth = 24

  /// Puts lines in the place of those before, none wider or more than the screen holds.
  private func show(_ lines: [String]) throws(OutputError) {
    let size = screen.size
    let shown = lines.prefix(max(1, size.rows - 1)).map { $0.prefix(max(1, size.columns - 1)) }
    var text = height > 0 ? "\u{1B}[\(height)A\r" : ""
    for line in shown { text += "\(line)\u{1B}[K\n" }
    // What a longer block left below.
    text += "\u{1B}[J"
    height = shown.count
    try sink.write(text)
    try sink.endRecord()
  }
}

extension String {
  /// The text, or with three dots for an ellipsis where the screen knows only ASCII.
  fileprivate func plain(unless isUnicode: Bool) -> String {
    isUnicode ? self : replacing("…", with: "...")
  }
}
