/// Writes a subtitle file that somebody made again, with a caption for each sound, for one recording.
///
/// Needs events in the order of their beginnings. The captions are kept until the recording's end.
package struct SubtitleMergeWriter: EventWriter {
  private let document: SubtitleDocument
  private var recording: Recording?
  private var sweep = CaptionSweep()
  private var captions: [CaptionCue] = []

  /// Makes a writer that merges into `document` (`SubtitleReader.read`).
  package init(into document: SubtitleDocument) {
    self.document = document
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    precondition(self.recording == nil, "A subtitle file belongs to one recording.")
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    captions += sweep.add(finding, of: begun(recording))
    return ""
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    captions += sweep.finish(at: begun(recording).milliseconds(of: frameCount))
    return SubtitleMerge.merge(captions, into: document).text
  }
}
