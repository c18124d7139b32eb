/// The subtitle formats that are read and written.
package enum SubtitleFormat: String, Sendable, CaseIterable {
  /// SubRip, `.srt`.
  case subRip
  /// WebVTT, `.vtt`.
  case webVTT

  /// What a file of the format begins with.
  var header: String { self == .webVTT ? "WEBVTT\n\n" : "" }

  /// A cue as it stands in a file, with the empty line after it; `number` counts SubRip's cues from 1.
  func block(_ cue: SubtitleCue, number: Int) -> String {
    let separator = self == .subRip ? "," : "."
    let times =
      "\(ClockTime.text(cue.start, separator: separator)) --> "
      + ClockTime.text(cue.end, separator: separator)
    let settings = cue.settings.isEmpty ? "" : " \(cue.settings)"
    let name = self == .subRip ? "\(number)\n" : cue.identifier.map { "\($0)\n" } ?? ""
    let before = cue.blocksBefore.map { "\($0)\n\n" }.joined()
    return "\(before)\(name)\(times)\(settings)\n\(cue.text)\n\n"
  }

  /// A block that players do not show; SubRip has none.
  func note(_ text: String) -> String? {
    guard self == .webVTT else { return nil }
    let line = PlainLine.text(text).split(separator: "-->", omittingEmptySubsequences: false)
    return "NOTE \(line.joined(separator: "->"))"
  }

  /// A remark on a stretch that was not heard, or not in full.
  func note(_ span: UnheardSpan, of recording: Recording) -> String? {
    let start = ClockTime.text(recording.milliseconds(of: span.startFrame), separator: ".")
    let end = ClockTime.text(recording.milliseconds(of: span.endFrame), separator: ".")
    if let words = PartialHearing.bandwidth(span) {
      return note("\(words) from \(start) to \(end)")
    }
    return note("not heard from \(start) to \(end): \(PartialHearing.reason(span))")
  }

  /// A remark that a recording was not heard to its end.
  func note(failure: String) -> String? { note("not all was heard: \(failure)") }

  /// A cue of sound captions, in the format's markup.
  func cue(_ caption: CaptionCue) -> SubtitleCue {
    SubtitleCue(
      start: caption.start, end: caption.end, text: line(of: caption.captions))
  }

  /// Captions with their brackets on one line, in the format's markup.
  func line(of captions: [String]) -> String {
    captions.map { "[\(escaped($0))]" }.joined(separator: " ")
  }

  /// Plain text in the format's markup, on one line, unable to end the cue or to begin another.
  func escaped(_ text: String) -> String {
    let line = PlainLine.text(text)
    switch self {
    case .subRip:
      return line.split(separator: "-->", omittingEmptySubsequences: false).joined(separator: "->")
    case .webVTT:
      return line.map { character in
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: String(character)
        }
      }.joined()
    }
  }
}
