/// Writes findings as a table of comma-separated values (RFC 4180) with one heading line.
package struct CSVWriter: EventWriter {
  private var recording: Recording?

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String {
    DelimitedText.csv.line(Finding.columns)
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    DelimitedText.csv.line(finding.record(of: begun(recording)))
  }
}
