@testable import SoundAnalysisTool

/// Keeps what is written, and how much of it a waiting reader has seen.
final class MemorySink: TextSink {
  private(set) var text = ""
  private(set) var visibleCount = 0
  var failure: OutputError?

  func write(_ text: String) throws(OutputError) {
    if let failure { throw failure }
    self.text += text
  }

  func endRecord() throws(OutputError) { visibleCount = text.utf8.count }

  func flush() throws(OutputError) { try endRecord() }
}
