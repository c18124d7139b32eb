import SoundEvents
import TestSupport
import Testing

/// Laws that hold for any scores, checked on random ones.
struct EventStreamTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let rule: EventRule
    let hop: Int64
    var testDescription: String {
      "hop \(hop), \(rule.smoothing), minimum \(rule.minimumDuration), gap \(rule.maximumGap)"
    }
  }

  static let settings: [Setting] = {
    var settings: [Setting] = []
    for smoothing in [
      ScoreSmoothing.none, .median(count: 3), .median(count: 5), .exponential(weight: 0.5),
    ] {
      for (hop, minimum, gap) in [(100, 0, 0), (50, 0.4, 0.7), (10, 0.8, 0.3), (25, 1.5, 2)] {
        settings.append(
          Setting(
            rule: EventRule(
              openThreshold: 0.55, closeThreshold: 0.35, smoothing: smoothing,
              minimumDuration: minimum, maximumGap: gap, fill: 0.3),
            hop: Int64(hop)))
      }
    }
    return settings
  }()

  /// Scores that wander, so that runs have all lengths.
  static func track(seed: UInt64, hop: Int64, count: Int = 60) -> ScoreTrack {
    var random = SeededGenerator(seed: seed)
    var level = Float.random(in: 0...1, using: &random)
    let scores = (0..<count).map { _ in
      if Float.random(in: 0...1, using: &random) < 0.25 {
        level = Float.random(in: 0...1, using: &random)
      }
      return min(max(level + Float.random(in: -0.15...0.15, using: &random), 0), 1)
    }
    return ScoreTrack(hop: hop, scores: scores)
  }

  @Test(arguments: settings)
  func agreesWithTheSlowTwin(_ setting: Setting) throws {
    var count = 0
    for seed in 0..<60 {
      let track = Self.track(seed: UInt64(seed), hop: setting.hop)
      let events = try track.events(setting.rule)
      let expected = SlowDetector.events(track, setting.rule, sampleRate: 100)
      count += expected.count
      #expect(
        events.map { [$0.startFrame, $0.endFrame] } == expected.map { [$0.start, $0.end] },
        "seed \(seed)")
      #expect(events.map(\.closing) == expected.map(\.closing), "seed \(seed)")
      #expect(events.map(\.flags) == expected.map(\.flags), "seed \(seed)")
      #expect(events.map(\.windowCount) == expected.map(\.windows.count), "seed \(seed)")
      #expect(events.map(\.lastWindow) == expected.map { $0.windows.last }, "seed \(seed)")
    }
    #expect(count > 40, "the random scores must make events")
  }

  @Test(arguments: settings)
  func cuttingTheStreamAnywhereChangesNothing(_ setting: Setting) throws {
    let track = Self.track(seed: 7, hop: setting.hop)
    let whole = try track.announcements(setting.rule)
    for cut in track.windows.indices {
      var first = try ScoreTrack.detector(setting.rule)
      var announced = track.windows[..<cut].flatMap { first.process($0) }
      var second = first
      // What happens to one copy does not reach the other.
      _ = first.finish(at: 1)
      announced += track.windows[cut...].flatMap { second.process($0) }
      announced += second.finish(at: track.endFrame)
      #expect(announced == whole)
    }
  }

  @Test(arguments: settings)
  func nothingStaysOpenWhereverTheStreamEnds(_ setting: Setting) throws {
    let track = Self.track(seed: 11, hop: setting.hop)
    for count in 0...track.windows.count {
      var detector = try ScoreTrack.detector(setting.rule)
      var all = track.windows[..<count].flatMap { detector.process($0) }
      let end = track.windows[..<count].last?.endFrame ?? 0
      all += detector.finish(at: end, reason: .stopped)
      var open: [Int: SoundEvent] = [:]
      for announcement in all {
        switch announcement {
        case .opened(let event):
          let replaced = open.updateValue(event, forKey: event.id)
          #expect(replaced == nil)
          #expect(event.closing == nil)
        case .closed(let event):
          let known = open.removeValue(forKey: event.id)
          let opened = try #require(known)
          #expect(opened.startFrame == event.startFrame && opened.label == event.label)
          #expect(event.endFrame <= end && event.endFrame >= opened.endFrame)
          #expect(event.closing == .scoreFell || event.closing == .stopped)
          #expect(event.flags.contains(.closedByEnd) == (event.closing == .stopped))
        }
      }
      #expect(open.isEmpty)
    }
  }

  @Test(arguments: settings)
  func eventsKeepTheMinimumLengthAndTheGap(_ setting: Setting) throws {
    for seed in 100..<140 {
      let events = try Self.track(seed: UInt64(seed), hop: setting.hop).events(setting.rule)
      for event in events {
        #expect(Double(event.endFrame - event.startFrame) >= setting.rule.minimumDuration * 100)
        #expect(event.peak >= event.mean)
        #expect((event.startFrame..<event.endFrame).contains(event.peakFrame))
      }
      for (first, second) in zip(events, events.dropFirst()) {
        #expect(Double(second.startFrame - first.endFrame) > setting.rule.maximumGap * 100)
      }
    }
  }

  @Test func eventsComeInOrderOfTheirBeginnings() throws {
    var random = SeededGenerator(seed: 3)
    var detector = try EventDetector(
      labels: ["a", "b", "c"], sampleRate: 100)
    var order = EventOrder()
    var released: [SoundEvent] = []
    var closedCount = 0
    for place in 0..<400 {
      let scores = (0..<3).map { _ in Float.random(in: 0...1, using: &random) }
      let window = ScoredWindow(
        startFrame: Int64(place) * 50, endFrame: Int64(place) * 50 + 100, scores: scores)
      for case .closed(let event) in detector.process(window) {
        order.add(event)
        closedCount += 1
      }
      released += order.release(before: detector.settledFrame)
    }
    #expect(released.count > closedCount / 2, "events must not wait for the end")
    for case .closed(let event) in detector.finish(at: 20_050) {
      order.add(event)
      closedCount += 1
    }
    released += order.releaseAll()
    #expect(released.count == closedCount)
    #expect(zip(released, released.dropFirst()).allSatisfy { $0.startFrame <= $1.startFrame })
  }
}
