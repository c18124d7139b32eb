/// Writes a subtitle file that somebody made again, with a caption for each sound, for one recording.
///
/// Needs events in the order of their beginnings. The captions are kept until the recording's end. What
/// was not heard is a note at the end in WebVTT; SubRip has no place for it.
package struct SubtitleMergeWriter: EventWriter {
  private let document: SubtitleDocument
  private var recording: Recording?
  private var sweep = CaptionSweep()
  private var captions: [CaptionCue] = []
  private var notes: [String] = []

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
    let recording = begun(recording)
    if case .unheard(let span) = finding, let note = document.format.note(span, of: recording) {
      notes.append(note)
    }
    captions += sweep.add(finding, of: recording)
    return ""
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    captions += sweep.finish(at: begun(recording).milliseconds(of: frameCount))
    if let note = failure.flatMap({ document.format.note(failure: $0) }) { notes.append(note) }
    var merged = SubtitleMerge.merge(captions, into: document)
    // A file that has captions already keeps its notes, and gets none twice.
    merged.blocksAfter += notes.filter { !merged.blocksAfter.contains($0) }
    return merged.text
  }
}
