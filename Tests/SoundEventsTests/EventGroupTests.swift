import SoundEvents
import Testing

struct EventGroupTests {
  private func closed(_ profile: EventProfile, _ rows: [[Float]]) throws -> [SoundEvent] {
    var detector = try EventDetector(
      labels: ["dog_bark", "dog_growl", "speech", "silence"], profile: profile, sampleRate: 100)
    var all: [EventAnnouncement] = []
    for (place, scores) in rows.enumerated() {
      let start = Int64(place) * 100
      all += detector.process(
        ScoredWindow(startFrame: start, endFrame: start + 100, scores: scores))
    }
    all += detector.finish(at: Int64(rows.count) * 100)
    return all.compactMap { if case .closed(let event) = $0 { event } else { nil } }
  }

  private static let rows: [[Float]] = [
    [0, 0, 0, 1], [0.7, 0, 0.6, 0], [0.1, 0.9, 0.6, 0], [0, 0, 0, 0],
  ]

  @Test func aGroupIsAsLoudAsItsLoudestMemberAndStandsForItsMembers() throws {
    var profile = EventProfile()
    profile.groups = ["dog": ["dog_bark", "dog_growl"]]
    let events = try closed(profile, Self.rows)
    #expect(Set(events.map(\.label)) == ["dog", "speech"])
    let dog = try #require(events.first { $0.label == "dog" })
    #expect(dog.windowCount == 2 && dog.peak == 0.9 && dog.peakLabel == "dog_growl")
    #expect(abs(dog.mean - 0.8) < 1e-6)
  }

  @Test func silenceIsReportedOnlyIfTheProfileIgnoresSomethingElse() throws {
    #expect(try !closed(EventProfile(), Self.rows).contains { $0.label == "silence" })
    var profile = EventProfile()
    profile.ignored = ["speech"]
    #expect(
      try Set(closed(profile, Self.rows).map(\.label)) == ["dog_bark", "dog_growl", "silence"])
  }

  @Test func aLabelMayHaveThresholdsOfItsOwn() throws {
    var change = RuleChange()
    change.openThreshold = 0.65
    var profile = EventProfile()
    profile.overrides = ["speech": change]
    #expect(try Set(closed(profile, Self.rows).map(\.label)) == ["dog_bark", "dog_growl"])
  }

  @Test func everyAnnouncedEventHasItsOwnNumber() throws {
    let events = try closed(EventProfile(), Self.rows)
    #expect(events.map(\.id).sorted() == Array(0..<events.count))
  }
}
