/// Writes one JSON document: `recordings`, each with its `events` and what was `unheard` in it.
package struct JSONWriter: EventWriter {
  private var recording: Recording?
  private var unheard: [Record] = []
  private var hasRecordings = false
  private var hasEvents = false

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String { "{\"recordings\": [" }

  package mutating func beginRecording(_ recording: Recording) -> String {
    defer { hasRecordings = true }
    self.recording = recording
    unheard = []
    hasEvents = false
    return head(path: recording.path, channel: recording.channel)
  }

  /// The beginning of a recording's object, up to its events.
  private func head(path: String, channel: String?) -> String {
    """
    \(hasRecordings ? "," : "")
      {
        "file": \(JSONText.string(path)),
        "channel": \(JSONText.value(channel.map(FieldValue.text) ?? .none)),
        "events": [
    """
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    // File, channel and kind are said by the places in the document.
    var record = finding.record(of: recording).dropFirst(3)
    switch finding {
    case .event(let event):
      defer { hasEvents = true }
      if let channel = event.channel { record.append("channel", .text(channel)) }
      finding.appendWindows(to: &record, of: recording)
      return "\(hasEvents ? "," : "")\n      \(JSONText.object(record))"
    case .unheard(let span):
      var gap = Record()
      gap.append("reason", .text(span.reason))
      gap.append("start", frame: span.startFrame, at: recording.sampleRate)
      gap.append("end", frame: span.endFrame, at: recording.sampleRate)
      if let clock = span.clock { gap.append("clock", .text(clock)) }
      unheard.append(gap)
      return ""
    }
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    var heard = Record()
    begun(recording).appendHeard(until: frameCount, to: &heard)
    return tail(heard, failure: failure)
  }

  package mutating func skipRecording(path: String, failure: String) -> String {
    unheard = []
    hasEvents = false
    var heard = Record()
    heard.append("duration", .none)
    let text = head(path: path, channel: nil) + tail(heard, failure: failure)
    hasRecordings = true
    return text
  }

  /// The end of a recording's object, from the end of its events.
  private func tail(_ heard: Record, failure: String?) -> String {
    let gaps = unheard.map { "\n      \(JSONText.object($0))" }.joined(separator: ",")
    let members = heard.fields.map { "\"\($0.name)\": \(JSONText.value($0.value))" }
    let error = failure.map { ",\n    \"error\": \(JSONText.string($0))" } ?? ""
    return """
      \(hasEvents ? "\n    " : "")],
          "unheard": [\(gaps)\(gaps.isEmpty ? "" : "\n    ")],
          \(members.joined(separator: ",\n    "))\(error)
        }
      """
  }

  package mutating func end() -> String { "\(hasRecordings ? "\n" : "")]}\n" }
}
