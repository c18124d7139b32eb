import SoundEvents

/// Writes a JSON line for each recording that failed, for programs.
final class FailureList {
  private let file: OutputFile
  private var fault: OutputError?

  /// Opens the list; it takes its name when it is complete.
  init(_ path: Argument, interruption: Interruption?) throws(OutputError) {
    file = try OutputFile(path: path, interruption: interruption)
  }

  /// Adds a failure.
  ///
  /// - Parameters:
  ///   - path: the recording, or what else was asked for.
  ///   - sentence: what failed, in one line.
  ///   - heardSeconds: how much of it was heard before; nil where it was not opened.
  func add(_ path: Argument, _ sentence: String, heardSeconds: Double?) throws(OutputError) {
    var record = Record()
    record.append("file", .text(path.text))
    // A name that is no text can be told exactly only in digits.
    if !path.isText {
      record.append("file_bytes", .text(path.bytes.map { FixedHex.text($0) }.joined()))
    }
    record.append("error", .text(sentence))
    record.append(
      "heard", heardSeconds.map { .decimal($0, places: Record.timePlaces) } ?? .none)
    do throws(OutputError) {
      try file.sink.write(JSONText.object(record) + "\n")
      try file.sink.endRecord()
    } catch {
      fault = error
      throw error
    }
  }

  /// Completes the list under its name, unless some of it could not be written.
  func commit() throws(OutputError) {
    if let fault { throw fault }
    try file.commit()
  }
}
