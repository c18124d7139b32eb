/// Writes an Audacity label track: start, end and label, with tabs between them, for one recording.
///
/// A stretch that was not heard is a label too, `(not heard: reason)` or how far up it was heard; why a recording was not heard
/// to its end is a label at the place that was come to.
package struct AudacityLabelWriter: EventWriter {
  private var recording: Recording?

  /// Makes a writer.
  package init() {}

  package mutating func beginRecording(_ recording: Recording) -> String {
    precondition(self.recording == nil, "An Audacity label track belongs to one recording.")
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    let label =
      switch finding {
      case .event(let event): event.label
      case .unheard(let span): PartialHearing.remark(span)
      }
    return DelimitedText.tsv.line([
      recording.seconds(of: finding.startFrame), recording.seconds(of: finding.endFrame), label,
    ])
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    guard let failure else { return "" }
    let end = begun(recording).seconds(of: frameCount)
    return DelimitedText.tsv.line([end, end, PartialHearing.remark(failure)])
  }
}
