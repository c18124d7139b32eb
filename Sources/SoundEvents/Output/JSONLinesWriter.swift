/// Writes one JSON object a line: each finding, and a line of kind `end` after each recording.
package struct JSONLinesWriter: EventWriter {
  private var recording: Recording?

  /// Makes a writer.
  package init() {}

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    var record = finding.record(of: begun(recording))
    finding.appendWindows(to: &record, of: begun(recording))
    if case .unheard(let span) = finding, let clock = span.clock {
      record.append("clock", .text(clock))
    }
    return JSONText.object(record) + "\n"
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    let recording = begun(recording)
    var record = Record()
    record.append("file", .text(recording.path))
    record.append("channel", recording.channel.map(FieldValue.text) ?? .none)
    record.append("kind", .text("end"))
    recording.appendHeard(until: frameCount, to: &record)
    if let failure { record.append("error", .text(failure)) }
    return JSONText.object(record) + "\n"
  }

  package mutating func skipRecording(path: String, failure: String) -> String {
    var record = Record()
    record.append("file", .text(path))
    record.append("channel", .none)
    record.append("kind", .text("end"))
    record.append("duration", .none)
    record.append("error", .text(failure))
    return JSONText.object(record) + "\n"
  }
}
