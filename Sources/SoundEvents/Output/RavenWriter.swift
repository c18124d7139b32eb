/// Writes a Raven selection table; several recordings follow each other as one sound.
///
/// `Begin Time` counts from the beginning of the first recording, `File Offset` from that of its own.
/// Stretches that were not heard are left out: a selection is something that was found.
package struct RavenWriter: EventWriter {
  private var recording: Recording?
  private var selection = 0
  /// The microseconds of all recordings before this one.
  private var offset: Int64 = 0

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String {
    DelimitedText.tsv.line([
      "Selection", "View", "Channel", "Begin Time (s)", "End Time (s)", "Low Freq (Hz)",
      "High Freq (Hz)", "Begin Path", "File Offset (s)", "Annotation", "Score", "Mean Score",
    ])
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    guard case .event(let event) = finding else { return "" }
    let recording = begun(recording)
    selection += 1
    let channel = finding.channel(of: recording).flatMap { Int($0) } ?? 1
    return DelimitedText.tsv.line([
      String(selection), "Spectrogram 1", String(channel),
      time(event.startFrame, recording), time(event.endFrame, recording), "0.0",
      FixedDecimal.text(recording.sampleRate / 2, places: 1) ?? "0.0",
      recording.path, recording.seconds(of: event.startFrame), event.label,
      FixedDecimal.text(Double(event.peak), places: 4) ?? "",
      FixedDecimal.text(Double(event.mean), places: 4) ?? "",
    ])
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    offset += microseconds(frameCount, begun(recording))
    return ""
  }

  private func time(_ frame: Int64, _ recording: Recording) -> String {
    FixedDecimal.text(units: offset + microseconds(frame, recording), places: 6)
  }

  private func microseconds(_ frame: Int64, _ recording: Recording) -> Int64 {
    FixedDecimal.units(of: frame, at: recording.sampleRate, perSecond: 1_000_000)
  }
}
