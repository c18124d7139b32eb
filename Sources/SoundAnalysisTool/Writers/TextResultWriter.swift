import SoundAnalysis
import SoundEvents

/// Writes columns for people: the start of the window, the name of the sound, how sure.
final class TextResultWriter: ResultWriter {
  private let sink: any TextSink
  private let hasHeadings: Bool
  private let showsChannels: Bool
  private let nameWidth: Int
  private var isFirstHeading = true
  private var hasRows = false

  /// The line above a file of which no window was heard yet.
  private var pendingHeading: String?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - hasHeadings: whether a line with its name stands above each file that has windows.
  ///   - showsChannels: whether there is such a line, and names the channel.
  ///   - labels: every label that can come; they decide the width of the column.
  init(
    sink: any TextSink, hasHeadings: Bool, showsChannels: Bool = false,
    labels: some Sequence<String>
  ) {
    self.sink = sink
    self.showsChannels = showsChannels
    self.hasHeadings = hasHeadings
    nameWidth = labels.map { Self.name(of: $0).count }.max() ?? 0
  }

  func begin() throws(OutputError) {}

  func beginFile(_ name: String, channel: String?) throws(OutputError) {
    let suffix = channel.map { showsChannels ? " (channel \($0))" : "" } ?? ""
    hasRows = false
    pendingHeading = hasHeadings || showsChannels ? VisibleText.text(name) + suffix : nil
  }

  func write(_ row: WindowRow) throws(OutputError) {
    try putHeading()
    let start = Self.seconds(row.start)
    let notes = [row.channel.map { "channel \($0)" }, row.mark].compactMap(\.self)
    let suffix = notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
    for sound in row.sounds {
      let name = Self.name(of: sound.label).alignedLeft(nameWidth)
      let percent = (FixedDecimal.text(sound.confidence * 100, places: 2) ?? "").alignedRight(6)
      try sink.write("\(start)  \(name)  \(percent)%\(suffix)\n")
    }
    try sink.endRecord()
  }

  func note(_ row: UnheardRow) throws(OutputError) {
    try putHeading()
    let duration = FixedDecimal.text(row.duration, places: 2) ?? ""
    let reason = row.clock.map { "\(row.reason), since \($0)" } ?? row.reason
    let words = row.bandwidth ?? "not heard for \(duration) s: \(reason)"
    try sink.write("\(Self.seconds(row.start))  (\(VisibleText.text(words)))\n")
    try sink.endRecord()
  }

  private func putHeading() throws(OutputError) {
    hasRows = true
    guard let heading = pendingHeading else { return }
    try sink.write("\(isFirstHeading ? "" : "\n")\(heading)\n")
    isFirstHeading = false
    pendingHeading = nil
  }

  private static func seconds(_ time: Double) -> String {
    (FixedDecimal.text(time, places: 2) ?? "").alignedRight(8)
  }

  func endFile(failure: String?) throws(OutputError) {
    // Of a file of which nothing can be told, not even the name is.
    guard let failure, hasRows else { return }
    try sink.write("(not all was heard: \(VisibleText.text(failure)))\n")
    try sink.endRecord()
  }

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
