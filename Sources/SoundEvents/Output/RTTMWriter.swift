/// Writes Rich Transcription Time Marked lines, one a event, as diarization tools read them.
///
/// `SPEAKER file channel start duration <NA> <NA> label peak <NA>`; fields have no spaces, so that
/// white space in names becomes `_`. The file is its name, or where there are several its path, so that
/// no two are one. Stretches that were not heard are comment lines (`;;`), and so is why a recording was
/// not heard to its end.
package struct RTTMWriter: EventWriter {
  private let showsPaths: Bool
  private var recording: Recording?

  /// Makes a writer; `showsPaths` tells recordings apart by their paths.
  package init(showsPaths: Bool = false) { self.showsPaths = showsPaths }

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    let file = file(recording)
    let start = milliseconds(finding.startFrame, recording)
    let duration = max(milliseconds(finding.endFrame, recording) - start, 1)
    let times =
      "\(FixedDecimal.text(units: start, places: 3)) \(FixedDecimal.text(units: duration, places: 3))"
    switch finding {
    case .event(let event):
      let channel = finding.channel(of: recording).flatMap { Int($0) } ?? 1
      let score = FixedDecimal.text(Double(event.peak), places: 4) ?? "<NA>"
      return
        "SPEAKER \(file) \(channel) \(times) <NA> <NA> \(Self.field(event.label)) \(score) <NA>\n"
    case .unheard(let span):
      if let words = PartialHearing.bandwidth(span) { return ";; \(file) \(words): \(times)\n" }
      return ";; \(file) not heard: \(times) \(PlainLine.text(PartialHearing.reason(span)))\n"
    }
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    guard let failure else { return "" }
    return ";; \(file(begun(recording))) not all was heard: \(PlainLine.text(failure))\n"
  }

  private func milliseconds(_ frame: Int64, _ recording: Recording) -> Int64 {
    recording.milliseconds(of: frame)
  }

  private func file(_ recording: Recording) -> String {
    Self.field(showsPaths ? recording.path : recording.fileName)
  }

  /// The text as one field.
  private static func field(_ text: String) -> String {
    let joined = PlainLine.text(text).map { $0.isWhitespace ? "_" : String($0) }.joined()
    return joined.isEmpty ? "<NA>" : joined
  }
}
