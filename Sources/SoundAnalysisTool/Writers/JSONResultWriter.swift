import SoundEvents

/// Writes one JSON document: an array with an object for each file, with an object for each window
/// and one for each stretch that was not heard.
///
/// A file that could not be analysed to its end has the member `error` besides the windows before it.
final class JSONResultWriter: ResultWriter {
  private let sink: any TextSink
  private let grid: String
  private var isFirstFile = true
  private var isFirstWindow = true
  private var channel: String?
  private var unheard: [UnheardRow] = []

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - windowDuration: the length of a window, in seconds.
  ///   - hop: from the beginning of a window to that of the next, in seconds.
  init(sink: any TextSink, windowDuration: Double, hop: Double) {
    self.sink = sink
    var record = Record()
    record.append("window", .decimal(windowDuration, places: Record.timePlaces))
    record.append("hop", .decimal(hop, places: Record.timePlaces))
    grid = String(JSONText.object(record).dropFirst().dropLast())
  }

  func begin() throws(OutputError) { try sink.write("[") }

  func beginFile(_ name: String, channel: String?) throws(OutputError) {
    let separator = isFirstFile ? "\n" : ",\n"
    let channelText = channel.map(JSONText.string) ?? "null"
    try sink.write(
      "\(separator)  {\"file\": \(JSONText.string(name)), \"channel\": \(channelText), \(grid), \"windows\": ["
    )
    self.channel = channel
    unheard = []
    isFirstFile = false
    isFirstWindow = true
  }

  func write(_ row: WindowRow) throws(OutputError) {
    try sink.write(
      "\(isFirstWindow ? "\n" : ",\n")    \(JSONText.object(row.record(channel: channel)))")
    isFirstWindow = false
    try sink.endRecord()
  }

  func note(_ row: UnheardRow) { unheard.append(row) }

  func endFile(failure: String?) throws(OutputError) {
    try sink.write(isFirstWindow ? "]" : "\n  ]")
    let rows = unheard.map { "\n    " + JSONText.object($0.record()) }.joined(separator: ",")
    try sink.write(", \"unheard\": [\(rows)\(rows.isEmpty ? "" : "\n  ")]")
    if let failure { try sink.write(", \"error\": \(JSONText.string(failure))") }
    try sink.write("}")
    try sink.endRecord()
  }

  func end() throws(OutputError) { try sink.write(isFirstFile ? "]\n" : "\n]\n") }
}
