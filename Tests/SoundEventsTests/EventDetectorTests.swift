import SoundEvents
import Testing

/// Windows of 1 s without overlap at 100 frames a second; `fill` 0, so that edges are crossings.
struct EventDetectorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let scores: [Float]
    var gap = 0.0
    var minimum = 0.0
    var smoothing = ScoreSmoothing.none
    /// Start and end of each event, in frames.
    let expected: [[Int64]]
  }

  // With levels 0.5 and 0.3, a rise from 0 to 1 crosses 30 frames after the start of the window, and a
  // fall from 1 to 0 crosses 70 frames after the start of the last window over the threshold.
  static let cases: [Case] = [
    Case(testDescription: "silence has no event", scores: [0, 0, 0.29], expected: []),
    Case(testDescription: "no window has no event", scores: [0], expected: []),
    Case(testDescription: "one sound", scores: [0, 1, 1, 0], expected: [[130, 270]]),
    Case(
      testDescription: "a score between the thresholds does not open",
      scores: [0, 0.4, 0.49, 0.4, 0], expected: []),
    Case(
      testDescription: "a score between the thresholds does not close",
      scores: [0, 1, 0.4, 0.3, 0], expected: [[130, 301]]),
    Case(
      testDescription: "a sound that grows begins where it came to the closing threshold",
      scores: [0, 0.3, 0.4, 1, 0], expected: [[199, 370]]),
    Case(
      testDescription: "a sound that goes before it is sure does not lengthen the next one",
      scores: [0, 0.4, 0, 1, 0], expected: [[330, 370]]),
    Case(
      testDescription: "the opening threshold itself opens, the closing one holds",
      scores: [0, 0.5, 0.3, 0], expected: [[160, 201]]),
    Case(
      testDescription: "a sound from the start to the end", scores: [1, 1], expected: [[0, 200]]),
    Case(
      testDescription: "two sounds", scores: [0, 1, 0, 1, 0], expected: [[130, 170], [330, 370]]),
    Case(
      testDescription: "a gap as long as allowed is bridged",
      scores: [0, 1, 0, 1, 0], gap: 1.6, expected: [[130, 370]]),
    Case(
      testDescription: "a gap a frame longer is not",
      scores: [0, 1, 0, 1, 0], gap: 1.59, expected: [[130, 170], [330, 370]]),
    Case(
      testDescription: "an event as long as the minimum stays",
      scores: [0, 1, 1, 0], minimum: 1.4, expected: [[130, 270]]),
    Case(
      testDescription: "an event a frame shorter is dropped",
      scores: [0, 1, 1, 0], minimum: 1.41, expected: []),
    Case(
      testDescription: "short sounds that are bridged are long together",
      scores: [0, 1, 0, 1, 0], gap: 2, minimum: 2, expected: [[130, 370]]),
    Case(
      testDescription: "a median removes a single window",
      scores: [0, 1, 0, 0, 1, 1, 1, 0], smoothing: .median(count: 3), expected: [[430, 670]]),
    Case(
      testDescription: "a median fills a single hole",
      scores: [0, 1, 1, 0, 1, 1, 0], smoothing: .median(count: 3), expected: [[130, 570]]),
  ]

  @Test(arguments: cases)
  func followsTheTable(_ table: Case) throws {
    let rule = EventRule(
      openThreshold: 0.5, closeThreshold: 0.3, smoothing: table.smoothing,
      minimumDuration: table.minimum, maximumGap: table.gap, fill: 0)
    let events = try ScoreTrack(scores: table.scores).events(rule)
    #expect(events.map { [$0.startFrame, $0.endFrame] } == table.expected)
  }

  static let rule = EventRule(openThreshold: 0.5, closeThreshold: 0.3, fill: 0)

  @Test func aFileWithoutWindowsHasNoEvents() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    #expect(detector.finish(at: 0).isEmpty)
  }

  @Test func anEventTellsItsPeakMeanAndWindows() throws {
    var detector = try ScoreTrack.detector(Self.rule, keepsWindows: true)
    var closed: [SoundEvent] = []
    for window in ScoreTrack(scores: [0, 0.6, 0.9, 0.45, 0]).windows {
      for case .closed(let event) in detector.process(window) { closed.append(event) }
    }
    #expect(closed.isEmpty == false)
    closed += detector.finish(at: 500).compactMap {
      if case .closed(let event) = $0 { event } else { nil }
    }
    let event = try #require(closed.first)
    #expect(closed.count == 1)
    #expect(event.label == "a" && event.peakLabel == "a")
    #expect(event.peak == 0.9 && event.peakFrame == 250)
    #expect(abs(event.mean - 0.65) < 1e-6)
    #expect(event.windowCount == 3 && event.firstWindow == 1 && event.lastWindow == 3)
    #expect(event.windows.map(\.score) == [0.6, 0.9, 0.45])
    #expect(event.windows.map(\.startFrame) == [100, 200, 300])
    #expect(event.closing == .scoreFell && event.flags == [])
  }

  @Test func anEventIsAnnouncedOnceItIsLongEnoughAndAgainWhenItEnds() throws {
    var rule = Self.rule
    rule.minimumDuration = 1.5
    var detector = try ScoreTrack.detector(rule)
    let windows = ScoreTrack(scores: [0, 1, 1, 1, 1, 0, 0]).windows
    let kinds = windows.map { window in
      detector.process(window).map {
        switch $0 {
        case .opened(let event): "opened \(event.id) \(event.startFrame)"
        case .closed(let event): "closed \(event.id) \(event.startFrame) \(event.endFrame)"
        }
      }
    }
    // The window at 300 is the first that shows 150 frames of sound for certain: 130 to 300.
    #expect(kinds == [[], [], [], ["opened 0 130"], [], ["closed 0 130 470"], []])
  }

  @Test(arguments: [Float.nan, -Float.infinity, -1])
  func aScoreThatIsNoNumberCountsAsZero(_ bad: Float) throws {
    let events = try ScoreTrack(scores: [0, 1, bad, 0]).events(Self.rule)
    #expect(events.count == 1)
    #expect(events.allSatisfy { $0.mean == 1 && $0.peak == 1 })
  }

  @Test func aScoreOverOneCountsAsOne() throws {
    let events = try ScoreTrack(scores: [0, .greatestFiniteMagnitude, 0]).events(Self.rule)
    #expect(events.map(\.peak) == [1])
  }

  @Test func aPaddedWindowMarksItsEvent() throws {
    var detector = try ScoreTrack.detector(Self.rule)
    let opened = detector.process(
      ScoredWindow(startFrame: 0, endFrame: 60, scores: [1], isPadded: true))
    #expect(opened.count == 1)
    guard case .closed(let event)? = detector.finish(at: 60).last else {
      Issue.record("the event stayed open")
      return
    }
    #expect(event.flags == [.padded, .openedAtStart, .closedByEnd])
    #expect(event.endFrame == 60)
  }
}
