import SoundEvents

/// Writes a JSON object on a line for each window, one for each stretch that was not heard, and one
/// with `error` for each file that failed.
final class JSONLinesResultWriter: ResultWriter {
  private let sink: any TextSink
  private var file = ""
  private var channel: String?

  init(sink: any TextSink) { self.sink = sink }

  func begin() throws(OutputError) {}

  func beginFile(_ name: String, channel: String?) throws(OutputError) {
    file = name
    self.channel = channel
  }

  func write(_ row: WindowRow) throws(OutputError) {
    try put(row.record(file: file, channel: channel))
  }

  func note(_ row: UnheardRow) throws(OutputError) {
    try put(row.record(file: file, channel: channel))
  }

  func endFile(failure: String?) throws(OutputError) {
    guard let failure else { return }
    var record = Record()
    record.append("file", .text(file))
    record.append("error", .text(failure))
    try put(record)
  }

  func end() throws(OutputError) {}

  private func put(_ record: Record) throws(OutputError) {
    try sink.write(JSONText.object(record) + "\n")
    try sink.endRecord()
  }
}
