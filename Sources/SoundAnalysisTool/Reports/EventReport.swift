import SoundAnalysis
import SoundEvents

/// Tells of recordings event by event: each once it has ended, in the order of their beginnings.
final class EventReport: Report {
  private let sink: any TextSink
  private let filter: EventFilter
  private let makeDetector: (_ sampleRate: Double) -> EventDetector
  private var writer: any EventWriter
  private var detector: EventDetector?
  private var order = EventOrder()

  private var channel: (Range<Int64>) -> String? = { _ in nil }

  /// The stretches that were not heard and are not written yet.
  private var spans: [UnheardSpan] = []

  /// Writes events.
  ///
  /// - Parameters:
  ///   - filter: picks the events to tell of.
  ///   - makeDetector: makes a detector for a recording with so many frames a second.
  init(
    sink: any TextSink, writer: any EventWriter, filter: EventFilter,
    makeDetector: @escaping (_ sampleRate: Double) -> EventDetector
  ) {
    self.sink = sink
    self.writer = writer
    self.filter = filter
    self.makeDetector = makeDetector
  }

  func begin() throws(OutputError) { try put(writer.begin()) }

  func skipFile(_ name: String, failure: String) throws(OutputError) {
    try put(writer.skipRecording(path: name, failure: failure))
  }

  func beginFile(
    _ recording: Recording, channel: @escaping (Range<Int64>) -> String?
  ) throws(OutputError) {
    self.channel = channel
    detector = makeDetector(recording.sampleRate)
    spans = []
    try put(writer.beginRecording(recording))
  }

  func write(_ result: SNClassificationResult) throws(OutputError) {
    guard let window = ScoredWindow(result), let announcements = detector?.process(window) else {
      return
    }
    keep(announcements)
    guard let settledFrame = detector?.settledFrame else { return }
    try put(order.release(before: settledFrame), before: settledFrame)
  }

  func note(_ span: UnheardSpan) { spans.append(span) }

  func breakOff(at frame: Int64, closing: EventClosing) throws(OutputError) {
    keep(detector?.finish(at: frame, reason: closing) ?? [])
    try put(order.releaseAll(), before: frame)
  }

  func endFile(
    frameCount: Int64, failure: String?, closing: EventClosing
  ) throws(OutputError) {
    keep(detector?.finish(at: frameCount, reason: closing) ?? [])
    detector = nil
    try put(order.releaseAll(), before: .max)
    try put(writer.endRecording(frameCount: frameCount, failure: failure))
  }

  func end() throws(OutputError) { try put(writer.end()) }

  private func keep(_ announcements: [EventAnnouncement]) {
    for case .closed(var event) in announcements where filter.passes(event) {
      event.channel = channel(event.startFrame..<max(event.startFrame + 1, event.endFrame))
      order.add(event)
    }
  }

  /// Writes events, and the stretches that begin before a frame, in the order of their beginnings.
  private func put(_ events: [SoundEvent], before frame: Int64) throws(OutputError) {
    let findings = [Finding](events, taking: &spans, before: frame)
    for finding in findings { try put(writer.write(finding)) }
  }

  private func put(_ text: String) throws(OutputError) {
    guard !text.isEmpty else { return }
    try sink.write(text)
    try sink.endRecord()
  }
}

/// Picks the events that the user asked for.
struct EventFilter: Equatable, Sendable {
  /// The least peak to tell of, 0...1.
  var minimumPeak = 0.0

  /// The labels and groups to tell of; nil for all.
  var labels: Set<String>?

  /// Whether an event is told of.
  func passes(_ event: SoundEvent) -> Bool {
    Double(event.peak) >= minimumPeak && labels?.contains(event.label) ?? true
  }
}
