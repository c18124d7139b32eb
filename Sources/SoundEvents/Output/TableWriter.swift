/// Writes findings as a table with one heading line: comma-separated or tab-separated values.
///
/// A recording that could not be heard, or not to its end, has a row of kind `error` that says why.
package struct TableWriter: EventWriter {
  private let form: DelimitedText
  private var recording: Recording?

  /// Makes a writer of one form of table.
  package init(_ form: DelimitedText) { self.form = form }

  package mutating func begin() -> String { form.line(Finding.columns) }

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    var record = finding.record(of: begun(recording))
    // Tables have the same columns always; of a live stream's gap, the flags tell the clock's time.
    if case .unheard(let span) = finding, let clock = span.clock {
      record.replace("flags", with: .words([clock]))
    }
    return form.line(record)
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    let recording = begun(recording)
    return failure.map { failure in
      form.line(
        Finding.failureRecord(failure, path: recording.path, channel: recording.channel))
    } ?? ""
  }

  package mutating func skipRecording(path: String, failure: String) -> String {
    form.line(Finding.failureRecord(failure, path: path, channel: nil))
  }
}
