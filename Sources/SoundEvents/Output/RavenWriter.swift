/// Writes a Raven selection table; several recordings follow each other as one sound.
///
/// `Begin Time` counts from the beginning of the first recording, `File Offset` from that of its own,
/// as in Raven, which puts whole files one after the other: what was not heard of a file counts too.
/// Stretches that were not heard are selections without scores, `(not heard: reason)`; why a recording
/// was not heard to its end is one over all that was heard of it.
package struct RavenWriter: EventWriter {
  private var recording: Recording?
  private var selection = 0
  /// The microseconds of all recordings before this one.
  private var offset: Int64 = 0
  /// The microseconds of this one, once it has ended.
  private var length: Int64 = 0

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String {
    DelimitedText.tsv.line([
      "Selection", "View", "Channel", "Begin Time (s)", "End Time (s)", "Low Freq (Hz)",
      "High Freq (Hz)", "Begin Path", "File Offset (s)", "Annotation", "Score", "Mean Score",
    ])
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    // A file whose channels are heard one by one is there once.
    let isSameFile =
      self.recording.map { $0.path == recording.path && $0.channel != recording.channel } ?? false
    if !isSameFile { offset += length }
    length = 0
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    let frames = finding.startFrame..<max(finding.startFrame, finding.endFrame)
    let channel = finding.channel(of: begun(recording))
    switch finding {
    case .event(let event):
      return line(
        frames, channel: channel, annotation: event.label,
        scores: [event.peak, event.mean].map { FixedDecimal.text(Double($0), places: 4) ?? "" })
    case .unheard(let span):
      return line(frames, channel: channel, annotation: PartialHearing.remark(span))
    }
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    let recording = begun(recording)
    let remark = failure.map {
      line(
        min(recording.startFrame, frameCount)..<frameCount, channel: recording.channel,
        annotation: PartialHearing.remark($0))
    }
    length = microseconds(max(frameCount, recording.frameCount ?? 0), recording)
    return remark ?? ""
  }

  /// A selection of the recording.
  private mutating func line(
    _ frames: Range<Int64>, channel: String?, annotation: String, scores: [String] = ["", ""]
  ) -> String {
    let recording = begun(recording)
    selection += 1
    return DelimitedText.tsv.line(
      [
        String(selection), "Spectrogram 1", String(channel.flatMap { Int($0) } ?? 1),
        time(frames.lowerBound, recording), time(frames.upperBound, recording), "0.0",
        FixedDecimal.text(recording.sampleRate / 2, places: 1) ?? "0.0",
        recording.path, recording.seconds(of: frames.lowerBound), annotation,
      ] + scores)
  }

  private func time(_ frame: Int64, _ recording: Recording) -> String {
    FixedDecimal.text(units: offset + microseconds(frame, recording), places: 6)
  }

  private func microseconds(_ frame: Int64, _ recording: Recording) -> Int64 {
    FixedDecimal.units(of: frame, at: recording.sampleRate, perSecond: 1_000_000)
  }
}
