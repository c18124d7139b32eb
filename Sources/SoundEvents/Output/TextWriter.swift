import SoundAnalysis

/// Writes findings for people: times, length, peak and label in columns, one a line.
package struct TextWriter: EventWriter {
  private let showsNames: Bool
  private let showsChannels: Bool
  private var recording: Recording?

  /// Makes a writer; `showsNames` puts each recording's path over its findings, `showsChannels` its
  /// path and channel.
  package init(showsNames: Bool = false, showsChannels: Bool = false) {
    self.showsNames = showsNames
    self.showsChannels = showsChannels
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    defer { self.recording = recording }
    guard showsNames || showsChannels else { return "" }
    let channel = recording.channel.map { showsChannels ? " (channel \($0))" : "" } ?? ""
    return "\(self.recording == nil ? "" : "\n")\(VisibleText.text(recording.path))\(channel)\n"
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    let start = recording.milliseconds(of: finding.startFrame)
    let end = recording.milliseconds(of: finding.endFrame)
    let length = FixedDecimal.text(units: end - start, places: 3)
    let (score, label) =
      switch finding {
      case .event(let event):
        (
          FixedDecimal.text(Double(event.peak), places: 2) ?? "",
          VisibleText.text(CaptionText.readable(event.label)) + Self.note(event)
        )
      case .unheard(let span): ("-", VisibleText.text(PartialHearing.remark(span)))
      }
    return [
      ClockTime.text(start, separator: "."), ClockTime.text(end, separator: "."),
      Self.right(length, 10) + " s", Self.right(score, 4), label,
    ].joined(separator: "  ") + "\n"
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    failure.map { VisibleText.text(PartialHearing.remark($0)) + "\n" } ?? ""
  }

  /// What a reader should know, in brackets after the label.
  private static func note(_ event: SoundEvent) -> String {
    var notes: [String] = []
    if event.peakLabel != event.label { notes.append(CaptionText.readable(event.peakLabel)) }
    if event.flags.contains(.openedAtStart) { notes.append("from the start") }
    if event.flags.contains(.closedByEnd) { notes.append("to the end") }
    return notes.isEmpty ? "" : " (\(notes.map(VisibleText.text).joined(separator: ", ")))"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
