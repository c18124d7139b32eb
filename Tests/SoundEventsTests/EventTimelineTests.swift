import SoundEvents
import Testing

/// Holes, jumps, stalls and long streams.
struct EventTimelineTests {
  private static let rule = EventRule(
    openThreshold: 0.5, closeThreshold: 0.3, maximumGap: 1, fill: 0)

  private func window(_ start: Int64, _ score: Float) -> ScoredWindow {
    ScoredWindow(startFrame: start, endFrame: start + 100, scores: [score])
  }

  private func closed(_ announcements: [EventAnnouncement]) -> [SoundEvent] {
    announcements.compactMap { if case .closed(let event) = $0 { event } else { nil } }
  }

  @Test func aHoleLongerThanTheGapEndsAnEventWhereHearingEnded() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    _ = detector.process(window(0, 0))
    _ = detector.process(window(100, 1))
    let events = closed(detector.process(window(301, 1)))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[130, 200]])
    #expect(events.map(\.closing) == [.interrupted])
    #expect(events.first?.flags == .closedByEnd)
    let rest = closed(detector.finish(at: 401))
    #expect(rest.map { [$0.startFrame, $0.endFrame] } == [[301, 401]])
    #expect(rest.first?.flags == [.openedAtStart, .closedByEnd])
  }

  @Test func aHoleWithinTheGapIsBridged() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    var events: [SoundEvent] = []
    for (start, score) in [(0, 0), (100, 1), (300, 1), (400, 0)] as [(Int64, Float)] {
      events += closed(detector.process(window(start, score)))
    }
    events += closed(detector.finish(at: 500))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[130, 370]])
    #expect(events.first?.flags == .merged)
    #expect(events.first?.closing == .scoreFell)
  }

  @Test func aStepBackInTimeClosesEverythingAndBeginsAnew() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    _ = detector.process(window(5000, 1))
    let events = closed(detector.process(window(0, 1)))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[5000, 5100]])
    #expect(events.map(\.closing) == [.interrupted])
    #expect(closed(detector.finish(at: 100)).map { [$0.startFrame, $0.endFrame] } == [[0, 100]])
  }

  @Test func aStalledStreamClosesItsEventsInStreamTime() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    _ = detector.process(window(0, 1))
    // A window that begins at 200 at the latest could still continue the event.
    #expect(detector.advance(to: 300).isEmpty)
    let events = closed(detector.advance(to: 301))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[0, 100]])
    #expect(events.map(\.closing) == [.timeout])
    #expect(detector.advance(to: 10_000).isEmpty)
    #expect(detector.finish(at: 10_000).isEmpty)
  }

  @Test func aWindowMovedBackToTheEndOfTheFileIsNoJump() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    var events: [SoundEvent] = []
    for (start, score) in [(0, 0), (50, 0), (100, 1), (110, 1)] as [(Int64, Float)] {
      events += closed(detector.process(window(start, score)))
    }
    events += closed(detector.finish(at: 210))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[165, 210]])
  }

  @Test func anOnsetIsLookedForTenWindowsBackAndHoldsNothingUpForLonger() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    _ = detector.process(window(0, 0))
    for place in 1...100 {
      _ = detector.process(window(Int64(place) * 100, 0.4))
      #expect(try #require(detector.settledFrame) >= Int64(place + 1) * 100 - 1000)
    }
    _ = detector.process(window(10_100, 1))
    let events = closed(detector.finish(at: 10_200))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[9200, 10_200]])
    #expect(events.first?.flags == .closedByEnd)
  }

  @Test func aSoundThatGrowsWithinTheGapContinuesTheEvent() throws {
    var rule = Self.rule
    rule.maximumGap = 2.5
    var detector = try ScoreTrack.detector(rule)
    var events: [SoundEvent] = []
    // The first run ends at 170; the next rise begins at 375 and opens far later, at 700.
    for (place, score) in ([0, 1, 0, 0.4, 0.4, 0.4, 0.4, 1, 0] as [Float]).enumerated() {
      events += closed(detector.process(window(Int64(place) * 100, score)))
    }
    events += closed(detector.finish(at: 900))
    #expect(events.map { [$0.startFrame, $0.endFrame] } == [[130, 770]])
    #expect(events.first?.flags == .merged)
  }

  @Test func timesDoNotDriftInTenHoursAtHighOverlap() throws {
    // A window of 3 s each 150 ms at 48 kHz; a sound of 2 s each 60 s.
    var rule = EventRule(openThreshold: 0.5, closeThreshold: 0.3, fill: 0.09)
    rule.maximumGap = 0.5
    var profile = EventProfile()
    profile.rule = rule
    var detector = try EventDetector(labels: ["a"], profile: profile, sampleRate: 48_000)
    let (length, hop, period) = (144_000, 7_200, 2_880_000) as (Int64, Int64, Int64)
    var errors: [Int64] = []
    var count: Int64 = 0
    func check(_ announcements: [EventAnnouncement]) {
      for case .closed(let event) in announcements {
        let onset = count * period + 960_000
        errors.append(abs(event.startFrame - onset))
        errors.append(abs(event.endFrame - onset - 96_000))
        count += 1
      }
    }
    for place in 0..<Int64(240_000 - 20) {
      let start = place * hop
      let onset = start / period * period + 960_000
      let overlap = max(0, min(start + length, onset + 96_000) - max(start, onset))
      // Full at 0.3 of the window, so at the closing threshold when 0.09 of it are filled.
      let score = min(1, Float(overlap) / (0.3 * Float(length)))
      check(
        detector.process(
          ScoredWindow(startFrame: start, endFrame: start + length, scores: [score])))
    }
    check(detector.finish(at: 240_000 * hop))
    #expect(count == 600)
    // Within two frames of the truth: only the score's own rounding is left.
    #expect((errors.max() ?? .max) <= 2)
  }
}
