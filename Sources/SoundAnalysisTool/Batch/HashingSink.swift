/// Passes text on and hashes it.
final class HashingSink: TextSink {
  private let sink: any TextSink
  private let hash = ContentHash()

  /// Passes text on to another sink.
  init(_ sink: any TextSink) { self.sink = sink }

  func write(_ text: String) throws(OutputError) {
    hash.append(Array(text.utf8))
    try sink.write(text)
  }

  func endRecord() throws(OutputError) { try sink.endRecord() }

  func flush() throws(OutputError) { try sink.flush() }

  /// The SHA-256 of all text; nothing can be written after.
  func finish() -> String { hash.finish() }
}
