/// Writes WebVTT subtitles with a caption for each sound, for one recording.
///
/// Needs events in the order of their beginnings.
package struct WebVTTWriter: EventWriter {
  private var recording: Recording?
  private var sweep = CaptionSweep()

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String { "WEBVTT\n\n" }

  package mutating func beginRecording(_ recording: Recording) -> String {
    precondition(self.recording == nil, "A subtitle file belongs to one recording.")
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    text(of: sweep.add(finding, of: begun(recording)))
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    text(of: sweep.finish(at: begun(recording).milliseconds(of: frameCount)))
  }

  private func text(of cues: [CaptionCue]) -> String {
    cues.map { SubtitleFormat.webVTT.block(SubtitleFormat.webVTT.cue($0), number: 0) }.joined()
  }
}
