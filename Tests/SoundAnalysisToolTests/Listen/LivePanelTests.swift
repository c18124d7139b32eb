import SoundAnalysis
import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct LivePanelTests {
  private func result(_ scores: [Float], at second: Int64) -> SNClassificationResult {
    SNClassificationResult(
      scores: scores, labels: ["dog_bark", "speech", "silence"],
      timeRange: CMTimeRange(
        start: CMTime(value: second, timescale: 1), duration: CMTime(value: 1, timescale: 1)))
  }

  private func panel(
    columns: Int = 60, rows: Int = 24, isUnicode: Bool = false,
    filter: ResultFilter = ResultFilter(count: 2)
  ) -> (LivePanel, MemorySink) {
    let sink = MemorySink()
    let screen = Screen(columns: columns, rows: rows, isUnicode: isUnicode)
    return (LivePanel(sink: sink, screen: screen, filter: filter), sink)
  }

  @Test func blockIsReplacedInItsPlace() throws {
    let (panel, sink) = panel()
    try panel.beginFile(
      Recording(path: "pulse:default", sampleRate: 48_000, channel: "1"))
    try panel.write(result([0.5, 0.125, 0], at: 59))
    try panel.write(result([0, 1, 0], at: 60))
    let bar = String(repeating: "#", count: 14) + String(repeating: ".", count: 14)
    #expect(
      sink.text == """
        00:00:00  pulse:default\u{1B}[K
        listening...\u{1B}[K
        \u{1B}[J\u{1B}[2A\r00:01:00  pulse:default\u{1B}[K
        Dog Bark                  50% \(bar)\u{1B}[K
        Speech                    13% ####........................\u{1B}[K
        \u{1B}[J\u{1B}[3A\r00:01:01  pulse:default\u{1B}[K
        Speech                   100% \(String(repeating: "#", count: 28))\u{1B}[K
        Dog Bark                   0% \(String(repeating: ".", count: 28))\u{1B}[K
        \u{1B}[J
        """)
  }

  @Test func noLineIsWiderOrHigherThanTheScreen() throws {
    let (panel, sink) = panel(columns: 20, rows: 3, filter: ResultFilter())
    try panel.beginFile(
      Recording(path: "a microphone with a name that is long", sampleRate: 48_000, channel: "1"))
    try panel.write(result([0.5, 0.25, 0.125], at: 0))
    let lines = sink.text.split(separator: "\n").map {
      $0.replacing(/\x1B\[\d*[A-Z]/, with: "").replacing("\r", with: "")
    }.filter { !$0.isEmpty }
    #expect(lines.allSatisfy { $0.count <= 19 })
    #expect(lines.count == 4)
  }

  @Test func nothingLeftByTheFilterIsADash() throws {
    let (panel, sink) = panel(filter: ResultFilter(minimumConfidence: 0.9))
    try panel.beginFile(
      Recording(path: "m", sampleRate: 48_000, channel: "1"))
    try panel.write(result([0.5, 0.25, 0], at: 0))
    #expect(sink.text.contains("\n-\u{1B}[K\n"))
  }

  @Test func hostileNamesCannotSteerTheTerminal() throws {
    let (panel, sink) = panel()
    try panel.beginFile(
      Recording(path: "m\u{1B}[2J", sampleRate: 48_000, channel: "1"))
    #expect(!sink.text.contains("\u{1B}[2J"))
  }
}
