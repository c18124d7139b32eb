/// Writes SubRip or WebVTT subtitles with a caption for each sound, for one recording.
///
/// Needs events in the order of their beginnings. What was not heard is a note in WebVTT; SubRip has no
/// place for it.
package struct SubtitleWriter: EventWriter {
  private let format: SubtitleFormat
  private var recording: Recording?
  private var sweep = CaptionSweep()
  private var count = 0

  /// Makes a writer.
  package init(_ format: SubtitleFormat) { self.format = format }

  package mutating func begin() -> String { format.header }

  package mutating func beginRecording(_ recording: Recording) -> String {
    precondition(self.recording == nil, "A subtitle file belongs to one recording.")
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    if case .unheard(let span) = finding { return block(format.note(span, of: recording)) }
    return text(of: sweep.add(finding, of: recording))
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    text(of: sweep.finish(at: begun(recording).milliseconds(of: frameCount)))
      + block(failure.flatMap { format.note(failure: $0) })
  }

  private func block(_ note: String?) -> String { note.map { "\($0)\n\n" } ?? "" }

  private mutating func text(of cues: [CaptionCue]) -> String {
    cues.map { cue in
      count += 1
      return format.block(format.cue(cue), number: count)
    }.joined()
  }
}
