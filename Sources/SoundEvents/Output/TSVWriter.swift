/// Writes findings as a table of tab-separated values with one heading line.
package struct TSVWriter: EventWriter {
  private var recording: Recording?

  /// Makes a writer.
  package init() {}

  package mutating func begin() -> String {
    DelimitedText.tsv.line(Finding.columns)
  }

  package mutating func beginRecording(_ recording: Recording) -> String {
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    DelimitedText.tsv.line(finding.record(of: begun(recording)))
  }
}
