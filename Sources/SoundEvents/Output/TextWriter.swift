/// Writes findings for people: times, length, peak and label in columns, one a line.
package struct TextWriter: EventWriter {
  private let showsNames: Bool
  private var recording: Recording?

  /// Makes a writer; `showsNames` puts each recording's path over its findings.
  package init(showsNames: Bool = false) {
    self.showsNames = showsNames
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    defer { self.recording = recording }
    guard showsNames else { return "" }
    return "\(self.recording == nil ? "" : "\n")\(VisibleText.text(recording.path))\n"
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
      case .unheard(let span): ("-", "(not heard: \(VisibleText.text(span.reason)))")
      }
    return [
      ClockTime.text(start, separator: "."), ClockTime.text(end, separator: "."),
      Self.right(length, 10) + " s", Self.right(score, 4), label,
    ].joined(separator: "  ") + "\n"
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

/// Text that is safe to print on a terminal.
package enum VisibleText {
  /// The text with each control character as an escape, so that a name cannot steer the terminal.
  package static func text(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}",
        "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
