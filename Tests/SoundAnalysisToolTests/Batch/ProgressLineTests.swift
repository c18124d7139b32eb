import Testing

@testable import SoundAnalysisTool

@Suite struct ProgressLineTests {
  private typealias Snapshot = BatchProgress.Snapshot

  private func text(
    _ snapshot: Snapshot, of fileCount: Int = 100, byteCount: Int64 = 1000,
    after elapsed: Double = 90
  ) -> String {
    ProgressLine.text(
      snapshot, fileCount: fileCount, byteCount: byteCount, elapsed: elapsed, hasBar: false)
  }

  @Test func progressInWords() {
    let snapshot = Snapshot(
      fileCount: 30, byteCount: 250, heardByteCount: 250, heardSeconds: 5400)
    #expect(
      ProgressLine.text(snapshot, fileCount: 100, byteCount: 1000, elapsed: 90, hasBar: true)
        == "[#####...............]  30 of 100 files  4:30 left  1.50 h of sound, 60 times real time"
    )
    #expect(
      text(snapshot) == "30 of 100 files, 4:30 left, 1.50 h of sound, 60 times real time")
  }

  @Test func whatWasNotHeardSaysNothingOfTheSpeed() {
    // 600 bytes were kept in 30 s, 200 heard in the 60 s after; 200 are left.
    let snapshot = Snapshot(
      fileCount: 80, byteCount: 800, heardByteCount: 200, heardSeconds: 3600, otherSeconds: 30)
    #expect(text(snapshot) == "80 of 100 files, 1:00 left, 1.00 h of sound, 60 times real time")
    let kept = Snapshot(fileCount: 80, byteCount: 800, otherSeconds: 90)
    #expect(text(kept) == "80 of 100 files, 0.00 h of sound, 0 times real time")
  }

  @Test func theLastRecordingIsAloneInHand() {
    let snapshot = Snapshot(
      fileCount: 99, byteCount: 900, heardByteCount: 900, heardSeconds: 3600, slowestSeconds: 75)
    #expect(text(snapshot).contains(", 1:15 left, "))
  }

  @Test func aSingleRecordingIsNotCountedAndAStreamHasNoBar() {
    let half = Snapshot(byteCount: 500, heardByteCount: 500, heardSeconds: 5400)
    let lines = [Int64(1000), 0].map {
      ProgressLine.text(half, fileCount: 1, byteCount: $0, elapsed: 90, hasBar: true)
    }
    #expect(
      lines == [
        "[##########..........]  1:30 left  1.50 h of sound, 60 times real time",
        "1.50 h of sound, 60 times real time",
      ])
  }

  @Test(arguments: [(0.2, "0:00"), (61, "1:01"), (3599.6, "1:00:00"), (90_061, "25:01:01")])
  func clocks(seconds: Double, text: String) { #expect(ProgressLine.clock(seconds) == text) }

  @Test(arguments: [0, 1000])
  func nothingIsLeftAtTheBeginningAndTheEnd(byteCount: Int64) {
    let snapshot = Snapshot(fileCount: 10, byteCount: byteCount, heardByteCount: byteCount)
    #expect(!text(snapshot, of: 10, after: 9).contains("left"))
  }
}
