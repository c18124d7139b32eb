import SoundAnalysis
import SoundEvents

/// Tells of recordings window by window.
final class WindowReport: Report {
  private let filter: ResultFilter
  private let writer: any ResultWriter

  /// Picks sounds with a filter and hands them to a writer.
  init(filter: ResultFilter, writer: any ResultWriter) {
    self.filter = filter
    self.writer = writer
  }

  func begin() throws(OutputError) { try writer.begin() }

  func skipFile(_ name: String, failure: String) throws(OutputError) {
    try writer.beginFile(name)
    try writer.endFile(failure: failure)
  }

  func beginFile(_ name: String, sampleRate: Double) throws(OutputError) {
    try writer.beginFile(name)
  }

  func write(_ result: SNClassificationResult) throws(OutputError) {
    try writer.write(filter.row(for: result))
  }

  func endFile(frameCount: Int64, failure: String?) throws(OutputError) {
    try writer.endFile(failure: failure)
  }

  func end() throws(OutputError) { try writer.end() }
}
