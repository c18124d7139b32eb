import SoundEvents

/// Writes columns for people: the start of the window, the name of the sound, how sure.
final class TextResultWriter: ResultWriter {
  private let sink: any TextSink
  private let hasHeadings: Bool
  private let nameWidth: Int
  private var isFirstHeading = true

  /// The name of a file of which no window was heard yet.
  private var pendingHeading: String?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - hasHeadings: whether a line with its name stands above each file that has windows.
  ///   - labels: every label that can come; they decide the width of the column.
  init(sink: any TextSink, hasHeadings: Bool, labels: some Sequence<String>) {
    self.sink = sink
    self.hasHeadings = hasHeadings
    nameWidth = labels.map { Self.name(of: $0).count }.max() ?? 0
  }

  func begin() throws(OutputError) {}

  func beginFile(_ name: String) throws(OutputError) {
    pendingHeading = hasHeadings ? VisibleText.text(name) : nil
  }

  func write(_ row: WindowRow) throws(OutputError) {
    if let heading = pendingHeading {
      try sink.write("\(isFirstHeading ? "" : "\n")\(heading)\n")
      isFirstHeading = false
      pendingHeading = nil
    }
    let start = (FixedDecimal.text(row.start, places: 2) ?? "").alignedRight(8)
    for sound in row.sounds {
      let name = Self.name(of: sound.label).alignedLeft(nameWidth)
      let percent = (FixedDecimal.text(sound.confidence * 100, places: 2) ?? "").alignedRight(6)
      try sink.write("\(start)  \(name)  \(percent)%\n")
    }
    try sink.endRecord()
  }

  func endFile(failure: String?) throws(OutputError) {}

  func end() throws(OutputError) {}

  private static func name(of label: String) -> String {
    VisibleText.text(readableName(ofLabel: label))
  }
}

extension String {
  /// The text with spaces in front, up to a width in characters.
  fileprivate func alignedRight(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  /// The text with spaces behind, up to a width in characters.
  fileprivate func alignedLeft(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
