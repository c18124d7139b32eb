import SoundEvents

/// Writes a JSON object on a line for each window, and one with `error` for each file that failed.
final class JSONLinesResultWriter: ResultWriter {
  private let sink: any TextSink
  private var file = ""

  init(sink: any TextSink) { self.sink = sink }

  func begin() throws(OutputError) {}

  func beginFile(_ name: String) throws(OutputError) { file = name }

  func write(_ row: WindowRow) throws(OutputError) {
    try sink.write(JSONText.object(row.record(file: file)) + "\n")
    try sink.endRecord()
  }

  func endFile(failure: String?) throws(OutputError) {
    guard let failure else { return }
    var record = Record()
    record.append("file", .text(file))
    record.append("error", .text(failure))
    try sink.write(JSONText.object(record) + "\n")
    try sink.endRecord()
  }

  func end() throws(OutputError) {}
}
