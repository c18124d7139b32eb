import SoundEvents

/// Writes a table of delimited text: a header, then a line for each sound of each window, for each
/// stretch that was not heard, with its reason for a label, and for each file that failed, with why.
final class TableResultWriter: ResultWriter {
  private let sink: any TextSink
  private let form: DelimitedText
  private var file = ""
  private var channel: String?

  /// Writes comma-separated or tab-separated values.
  init(sink: any TextSink, form: DelimitedText) {
    self.sink = sink
    self.form = form
  }

  func begin() throws(OutputError) {
    try sink.write(form.line(WindowRow.columns))
    try sink.endRecord()
  }

  func beginFile(_ name: String, channel: String?) throws(OutputError) {
    file = name
    self.channel = channel
  }

  func write(_ row: WindowRow) throws(OutputError) {
    for record in row.records(file: file, channel: channel) { try sink.write(form.line(record)) }
    try sink.endRecord()
  }

  func note(_ row: UnheardRow) throws(OutputError) {
    try sink.write(form.line(row.tableRecord(file: file, channel: channel)))
    try sink.endRecord()
  }

  func endFile(failure: String?) throws(OutputError) {
    guard let failure else { return }
    try sink.write(form.line(WindowRow.failureRecord(failure, file: file, channel: channel)))
    try sink.endRecord()
  }

  func end() throws(OutputError) {}
}
