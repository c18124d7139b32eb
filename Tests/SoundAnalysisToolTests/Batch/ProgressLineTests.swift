import Testing

@testable import SoundAnalysisTool

@Suite struct ProgressLineTests {
  @Test func progressInWords() {
    let snapshot = BatchProgress.Snapshot(fileCount: 30, byteCount: 250, heardSeconds: 5400)
    #expect(
      ProgressLine.text(snapshot, fileCount: 100, byteCount: 1000, elapsed: 90, hasBar: true)
        == "[#####...............]  30 of 100 files  1.50 h of sound, 60 times real time  4:30 left"
    )
    #expect(
      ProgressLine.text(snapshot, fileCount: 100, byteCount: 0, elapsed: 90, hasBar: false)
        == "30 of 100 files, 1.50 h of sound, 60 times real time, 3:30 left")
  }

  @Test(arguments: [(0.2, "0:00"), (61, "1:01"), (3599.6, "1:00:00"), (90_061, "25:01:01")])
  func clocks(seconds: Double, text: String) { #expect(ProgressLine.clock(seconds) == text) }

  @Test func nothingIsLeftAtTheBeginningAndTheEnd() {
    for count in [0, 10] {
      let snapshot = BatchProgress.Snapshot(fileCount: count, byteCount: 0, heardSeconds: 0)
      let text = ProgressLine.text(
        snapshot, fileCount: 10, byteCount: 0, elapsed: 9, hasBar: false)
      #expect(!text.contains("left"))
    }
  }
}
