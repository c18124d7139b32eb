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

  func beginFile(_ name: String, sampleRate: Double) throws(OutputError) {
    detector = makeDetector(sampleRate)
    // Apple's classes hear the first channel.
    try put(
      writer.beginRecording(Recording(path: name, sampleRate: sampleRate, channel: "1")))
  }

  func write(_ result: SNClassificationResult) throws(OutputError) {
    guard let window = ScoredWindow(result), let announcements = detector?.process(window) else {
      return
    }
    keep(announcements)
    try put(order.release(before: detector?.settledFrame))
  }

  func endFile(frameCount: Int64, failure: String?) throws(OutputError) {
    keep(detector?.finish(at: frameCount) ?? [])
    detector = nil
    try put(order.releaseAll())
    try put(writer.endRecording(frameCount: frameCount, failure: failure))
  }

  func end() throws(OutputError) { try put(writer.end()) }

  private func keep(_ announcements: [EventAnnouncement]) {
    for case .closed(let event) in announcements where filter.passes(event) { order.add(event) }
  }

  private func put(_ events: [SoundEvent]) throws(OutputError) {
    for event in events { try put(writer.write(.event(event))) }
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
