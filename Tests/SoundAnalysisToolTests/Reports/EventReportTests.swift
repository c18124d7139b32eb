import SoundAnalysis
import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct EventReportTests {
  /// One-second windows without overlap at 100 frames a second, with scores of `a` and `b`.
  private func result(_ index: Int, _ scores: [Float]) -> SNClassificationResult {
    SNClassificationResult(
      scores: scores, labels: ["a", "b"],
      timeRange: CMTimeRange(
        start: CMTime(value: Int64(index) * 100, timescale: 100),
        duration: CMTime(value: 100, timescale: 100)))
  }

  private func report(
    _ format: EventFormat, filter: EventFilter = EventFilter(), to sink: MemorySink
  ) throws -> EventReport {
    var profile = EventProfile()
    profile.rule = EventRule(openThreshold: 0.5, closeThreshold: 0.5, fill: 0)
    let detector = try EventDetector(labels: ["a", "b"], profile: profile, sampleRate: 100)
    return EventReport(sink: sink, writer: format.writer(), filter: filter) { _ in detector }
  }

  private func rows(_ sink: MemorySink) -> [[Substring]] {
    sink.text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
  }

  @Test func eachEventIsWrittenOnceItHasEndedAndInOrder() throws {
    let sink = MemorySink()
    let report = try report(.tsv, to: sink)
    try report.begin()
    try report.beginFile(Recording(path: "x.wav", sampleRate: 100, channel: "1"))
    // `a` begins first and ends last: `b` waits for it.
    let scores: [[Float]] = [[0, 0], [1, 0], [1, 1], [1, 0], [0, 0], [0, 0]]
    for (index, scores) in scores.enumerated() {
      if index == 4 { #expect(rows(sink).isEmpty) }
      try report.write(result(index, scores))
    }
    #expect(rows(sink).map { $0[3] } == ["a", "b"])
    #expect(sink.visibleCount == sink.text.utf8.count)
    try report.endFile(frameCount: 600, failure: nil)
    try report.end()
    #expect(rows(sink).map { $0[3] } == ["a", "b"])
    #expect(rows(sink).allSatisfy { $0[0] == "x.wav" && $0[1] == "1" && $0[2] == "event" })
  }

  @Test func aSoundAtTheEndEndsWithTheRecording() throws {
    let sink = MemorySink()
    let report = try report(.jsonl, to: sink)
    try report.begin()
    try report.beginFile(Recording(path: "x.wav", sampleRate: 100, channel: "1"))
    try report.write(result(0, [1, 0]))
    try report.endFile(frameCount: 150, failure: nil)
    try report.end()
    let lines = sink.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""closing": "stream_end""#))
    #expect(lines[1].contains(#""kind": "end", "duration": 1.500000"#))
  }

  @Test(
    arguments: [
      (EventFilter(), ["a", "b"]), (EventFilter(minimumPeak: 0.75), ["a"]),
      (EventFilter(labels: ["b"]), ["b"]), (EventFilter(minimumPeak: 0.75, labels: ["b"]), []),
    ] as [(EventFilter, [String])])
  func theFilterPicksEvents(filter: EventFilter, expected: [String]) throws {
    let sink = MemorySink()
    let report = try report(.tsv, filter: filter, to: sink)
    try report.begin()
    try report.beginFile(Recording(path: "x.wav", sampleRate: 100, channel: "1"))
    try report.write(result(0, [1, 0.625]))
    try report.endFile(frameCount: 100, failure: nil)
    #expect(rows(sink).map { String($0[3]) } == expected)
  }

  @Test func stretchesNotHeardComeInTheOrderOfTheirBeginnings() throws {
    let sink = MemorySink()
    let report = try report(.tsv, to: sink)
    try report.begin()
    try report.beginFile(Recording(path: "x.wav", sampleRate: 100, channel: "2"))
    let scores: [[Float]] = [[0, 0], [1, 0], [0, 0], [0, 0], [0, 1], [0, 0], [0, 0]]
    for (index, scores) in scores.enumerated() {
      if index == 1 { report.note(UnheardSpan(startFrame: 20, endFrame: 40, reason: "hole")) }
      if index == 4 { report.note(UnheardSpan(startFrame: 300, endFrame: 310, reason: "clipped")) }
      try report.write(result(index, scores))
    }
    report.note(UnheardSpan(startFrame: 690, endFrame: 700, reason: "lost data"))
    try report.endFile(frameCount: 700, failure: nil)
    #expect(rows(sink).map { $0[3] } == ["hole", "a", "clipped", "b", "lost data"])
    #expect(rows(sink).map { $0[2] } == ["unheard", "event", "unheard", "event", "unheard"])
    #expect(rows(sink).allSatisfy { $0[1] == "2" })
  }

  @Test func aFailureIsTold() throws {
    let sink = MemorySink()
    let report = try report(.jsonl, to: sink)
    try report.begin()
    try report.skipFile("no.wav", failure: "no \"such\" file")
    try report.beginFile(Recording(path: "x.wav", sampleRate: 100, channel: "1"))
    try report.write(result(0, [1, 0]))
    try report.endFile(frameCount: 100, failure: "damaged")
    try report.end()
    let lines = sink.text.split(separator: "\n")
    #expect(
      lines.first == """
        {"file": "no.wav", "channel": null, "kind": "end", "duration": null, \
        "error": "no \\"such\\" file"}
        """)
    #expect(lines.count == 3 && lines[2].hasSuffix(#""duration": 1.000000, "error": "damaged"}"#))
  }

  @Test func aSinkThatFailsStopsTheReport() throws {
    let sink = MemorySink()
    let report = try report(.csv, to: sink)
    sink.failure = .closedPipe
    #expect(throws: OutputError.closedPipe) { try report.begin() }
  }

  @Test func whatIsOpenWhereTheSoundBreaksOffIsToldAtOnce() throws {
    let sink = MemorySink()
    let report = try report(.tsv, to: sink)
    try report.begin()
    try report.beginFile(Recording(path: "x", sampleRate: 100, channel: "1"))
    for index in 0..<3 { try report.write(result(index, [1, 0])) }
    #expect(rows(sink).isEmpty)
    try report.breakOff(at: 300, closing: .timeout)
    #expect(rows(sink).count == 1 && rows(sink)[0].last == "timeout")
    report.note(
      UnheardSpan(
        startFrame: 300, endFrame: 1000, reason: "stalled", clock: "2026-03-01T08:15:30.250Z"))
    for index in 10..<12 { try report.write(result(index, [1, 0])) }
    try report.endFile(frameCount: 1200, failure: nil, closing: .stopped)
    try report.end()
    #expect(rows(sink).map { $0[2] } == ["event", "unheard", "event"])
    #expect(rows(sink)[1].contains("2026-03-01T08:15:30.250Z"))
    #expect(rows(sink).last?.last == "stopped" && rows(sink)[2][4] == "10.000000")
  }
}
