import Testing

@testable import AVFAudio

/// The rules by which decoded frames find their places.
struct DecodingTimelineTests {
  private func timeline(start: Int64 = 0) -> DecodingTimeline {
    DecodingTimeline(sampleRate: 1000, startTimestamp: start)
  }

  @Test func countAloneIsEnough() {
    var timeline = timeline()
    let starts = (0..<4).map { _ in
      timeline.place(10, timestamp: nil, lostFrameCount: 0, isAfterDamage: false)
    }
    #expect(starts == [0, 10, 20, 30])
    #expect(timeline.gaps.isEmpty)
  }

  @Test(arguments: [
    // (clock, place, gap) after a stretch of 100 frames from 0.
    (Int64(100), Int64(100), Int64?.none), (119, 100, nil), (81, 100, nil), (120, 100, nil),
    (121, 121, 21), (400, 400, 300), (86_400_100, 86_400_100, 86_400_000),
  ])
  func clockAheadOfTheCountLeavesAHole(_ clock: Int64, _ place: Int64, _ gap: Int64?) {
    var timeline = timeline()
    _ = timeline.place(100, timestamp: 0, lostFrameCount: 0, isAfterDamage: false)
    let start = timeline.place(10, timestamp: clock, lostFrameCount: 0, isAfterDamage: false)
    #expect(start == place)
    #expect(
      timeline.gaps == (gap.map { [AudioGap(start: 100, frameCount: $0, reason: .hole)] } ?? []))
  }

  @Test(arguments: [-5000, 86_400_101, Int64.max / 2, Int64.min / 2] as [Int64])
  func clockThatJumpsIsReadAnew(_ clock: Int64) {
    var timeline = timeline()
    _ = timeline.place(100, timestamp: 0, lostFrameCount: 0, isAfterDamage: false)
    let first = timeline.place(10, timestamp: clock, lostFrameCount: 0, isAfterDamage: false)
    let second = timeline.place(10, timestamp: clock + 50, lostFrameCount: 0, isAfterDamage: false)
    #expect(first == 100)
    #expect(second == 150)
    #expect(
      timeline.gaps == [
        AudioGap(start: 100, frameCount: 0, reason: .clockJump),
        AudioGap(start: 110, frameCount: 40, reason: .hole),
      ])
  }

  @Test func reasonsAreTold() {
    var timeline = timeline(start: 1000)
    _ = timeline.place(10, timestamp: 1500, lostFrameCount: 0, isAfterDamage: false)
    _ = timeline.place(10, timestamp: 1600, lostFrameCount: 0, isAfterDamage: true)
    #expect(
      timeline.gaps == [
        AudioGap(start: 0, frameCount: 500, reason: .lateStart),
        AudioGap(start: 510, frameCount: 90, reason: .damage),
      ])
  }

  @Test func lostFramesCountWhereThereIsNoClock() {
    var timeline = timeline()
    _ = timeline.place(10, timestamp: nil, lostFrameCount: 0, isAfterDamage: false)
    let start = timeline.place(10, timestamp: nil, lostFrameCount: 30, isAfterDamage: true)
    #expect(start == 40)
    #expect(timeline.gaps == [AudioGap(start: 10, frameCount: 30, reason: .damage)])
  }

  @Test func gapSeenAgainIsListedOnce() {
    var timeline = timeline()
    for _ in 0..<2 {
      timeline.move(to: 0)
      _ = timeline.place(10, timestamp: 0, lostFrameCount: 0, isAfterDamage: false)
      _ = timeline.place(10, timestamp: 100, lostFrameCount: 0, isAfterDamage: false)
    }
    #expect(timeline.gaps == [AudioGap(start: 10, frameCount: 90, reason: .hole)])
  }
}
