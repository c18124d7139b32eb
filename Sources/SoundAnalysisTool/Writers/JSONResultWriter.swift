import SoundEvents

/// Writes one JSON document: an array with an object for each file, with an object for each window.
///
/// A file that could not be analysed to its end has the member `error` besides the windows before it.
final class JSONResultWriter: ResultWriter {
  private let sink: any TextSink
  private var isFirstFile = true
  private var isFirstWindow = true

  init(sink: any TextSink) { self.sink = sink }

  func begin() throws(OutputError) { try sink.write("[") }

  func beginFile(_ name: String) throws(OutputError) {
    let separator = isFirstFile ? "\n" : ",\n"
    try sink.write("\(separator)  {\"file\": \(JSONText.string(name)), \"windows\": [")
    isFirstFile = false
    isFirstWindow = true
  }

  func write(_ row: WindowRow) throws(OutputError) {
    try sink.write("\(isFirstWindow ? "\n" : ",\n")    \(JSONText.object(row.record()))")
    isFirstWindow = false
    try sink.endRecord()
  }

  func endFile(failure: String?) throws(OutputError) {
    try sink.write(isFirstWindow ? "]" : "\n  ]")
    if let failure { try sink.write(", \"error\": \(JSONText.string(failure))") }
    try sink.write("}")
    try sink.endRecord()
  }

  func end() throws(OutputError) { try sink.write(isFirstFile ? "]\n" : "\n]\n") }
}
