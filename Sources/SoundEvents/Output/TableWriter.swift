/// Writes findings as a table with one heading line: comma-separated or tab-separated values.
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
    form.line(finding.record(of: begun(recording)))
  }
}
