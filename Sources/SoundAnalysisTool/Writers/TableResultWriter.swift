import SoundEvents

/// Writes a table of delimited text: a header, then a line for each sound of each window.
final class TableResultWriter: ResultWriter {
  private let sink: any TextSink
  private let form: DelimitedText
  private var file = ""

  /// Writes comma-separated or tab-separated values.
  init(sink: any TextSink, form: DelimitedText) {
    self.sink = sink
    self.form = form
  }

  func begin() throws(OutputError) {
    try sink.write(form.line(WindowRow.columns))
    try sink.endRecord()
  }

  func beginFile(_ name: String) throws(OutputError) { file = name }

  func write(_ row: WindowRow) throws(OutputError) {
    for record in row.records(file: file) { try sink.write(form.line(record)) }
    try sink.endRecord()
  }

  func endFile(failure: String?) throws(OutputError) {}

  func end() throws(OutputError) {}
}
