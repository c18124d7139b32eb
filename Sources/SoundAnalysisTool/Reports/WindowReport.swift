import SoundAnalysis
import SoundEvents

/// Tells of recordings window by window.
final class WindowReport: Report {
  private let filter: ResultFilter
  private let writer: any ResultWriter
  private var recording: Recording?
  private var channel: (Range<Int64>) -> String? = { _ in nil }

  /// Picks sounds with a filter and hands them to a writer.
  init(filter: ResultFilter, writer: any ResultWriter) {
    self.filter = filter
    self.writer = writer
  }

  func begin() throws(OutputError) { try writer.begin() }

  func skipFile(_ name: String, failure: String) throws(OutputError) {
    try writer.beginFile(name, channel: nil)
    try writer.endFile(failure: failure)
  }

  func beginFile(
    _ recording: Recording, channel: @escaping (Range<Int64>) -> String?
  ) throws(OutputError) {
    self.recording = recording
    self.channel = channel
    try writer.beginFile(recording.path, channel: recording.channel)
  }

  func write(_ result: SNClassificationResult) throws(OutputError) {
    var row = filter.row(for: result)
    let range = result.timeRange
    row.channel = channel(range.start.value..<range.start.value + max(1, range.duration.value))
    try writer.write(row)
  }

  func note(_ span: UnheardSpan) throws(OutputError) {
    guard let rate = recording?.sampleRate else { return }
    try writer.note(
      UnheardRow(
        start: Double(span.startFrame) / rate,
        duration: Double(span.endFrame - span.startFrame) / rate, reason: span.reason,
        clock: span.clock, bandwidth: PartialHearing.bandwidth(span)))
  }

  func endFile(
    frameCount: Int64, failure: String?, closing: EventClosing
  ) throws(OutputError) {
    try writer.endFile(failure: failure)
  }

  func end() throws(OutputError) { try writer.end() }
}
