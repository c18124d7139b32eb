import Foundation
import Testing

@testable import AVFAudio

/// Where the sound of a live stream lies in time.
struct LiveTimelineTests {
  private let start = ContinuousClock.now
  private let date = Date(timeIntervalSince1970: 1_000_000)

  /// Places 100 frames at 1000 Hz that came so many seconds after the beginning.
  private func place(
    _ line: inout LiveTimeline, at position: Int64, after seconds: Double
  ) -> (start: Int64, gap: LiveGap?) {
    line.place(
      100, at: position, now: start + .seconds(seconds), date: date + seconds)
  }

  @Test func withoutAGapFramesAreCounted() {
    var line = LiveTimeline(sampleRate: 1000)
    for index in 0..<50 {
      // Whenever they come: early, late, in bursts.
      let late = Double(index % 7) * 0.3
      let placed = place(&line, at: Int64(index) * 100, after: Double(index) * 0.1 + late)
      #expect(placed.start == Int64(index) * 100 && placed.gap == nil)
    }
  }

  @Test func afterAGapTheClockTellsTheTime() {
    var line = LiveTimeline(sampleRate: 1000)
    #expect(place(&line, at: 0, after: 0.1).start == 0)
    #expect(place(&line, at: 100, after: 0.2).start == 100)
    line.breakOff(.stalled)
    line.breakOff(.disconnected)
    line.reconnect()
    // 100 frames that end 30 s after the first sound began.
    let (start, gap) = place(&line, at: 0, after: 30)
    #expect(start == 29_900)
    #expect(
      gap
        == LiveGap(
          frames: 200..<29_900, reason: .stalled, began: date + 0.2, ended: date + 30))
    #expect(place(&line, at: 100, after: 30.1).start == 30_000)
    #expect(!line.isBroken)
  }

  @Test func aConnectionThatGoesOnAfterAStallIsNotMovedTwice() {
    var line = LiveTimeline(sampleRate: 1000)
    _ = place(&line, at: 0, after: 0.1)
    line.breakOff(.stalled)
    // Its own time stamps jump as well.
    #expect(place(&line, at: 5000, after: 5.1).start == 5000)
    let next = place(&line, at: 5100, after: 5.2)
    #expect(next.start == 5100 && next.gap == nil)
  }

  @Test func timeStampsThatJumpLeaveAHole() {
    var line = LiveTimeline(sampleRate: 1000)
    _ = place(&line, at: 0, after: 0.1)
    let (start, gap) = place(&line, at: 700, after: 0.7)
    #expect(start == 700 && gap?.frames == 100..<700 && gap?.reason == .hole)
    // What is a little off is not.
    #expect(place(&line, at: 810, after: 0.8).gap == nil)
  }

  @Test func soundThatIsAheadOfTheClockStaysWhereItIs() {
    var line = LiveTimeline(sampleRate: 1000)
    for index in 0..<20 { _ = place(&line, at: Int64(index) * 100, after: 0.1) }
    line.breakOff(.stalled)
    #expect(line.openGap(now: start + .seconds(1), date: date + 1) == nil)
    let placed = place(&line, at: 2000, after: 1)
    #expect(placed.start == 2000 && placed.gap == nil)
  }

  @Test func aGapThatLastsEndsNow() {
    var line = LiveTimeline(sampleRate: 1000)
    #expect(line.openGap(now: start, date: date) == nil)
    _ = place(&line, at: 0, after: 0.1)
    #expect(line.openGap(now: start + .seconds(9), date: date + 9) == nil)
    line.breakOff(.disconnected)
    #expect(
      line.openGap(now: start + .seconds(9), date: date + 9)
        == LiveGap(
          frames: 100..<9000, reason: .disconnected, began: date + 0.1, ended: date + 9))
  }

  @Test func waitsBecomeLongerUpToTheLongest() {
    var backoff = Backoff()
    let waits = (0..<9).map { _ in backoff.next() }
    #expect(waits.prefix(3) == [.milliseconds(500), .seconds(1), .seconds(2)])
    #expect(waits.suffix(2) == [.seconds(30), .seconds(30)])
    backoff.reset()
    #expect(backoff.next() == .milliseconds(500))
  }
}
