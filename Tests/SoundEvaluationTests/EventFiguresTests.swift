import TestSupport
import Testing

@testable import SoundEvaluation

/// The figures of events and segments are those of sed_eval for the same events.
@Suite struct EventFiguresTests {
  private let fixture: Fixture.Events
  private let figures: EventFigures

  init() throws {
    fixture = try Fixture.read("events", as: Fixture.Events.self)
    figures = EventFigures(
      fixture.recordings.map {
        EventFigures.Recording(
          reference: $0.reference.map(\.labelled), found: $0.found.map(\.labelled))
      })
  }

  private func compare(
    _ ours: MatchFigures, _ theirs: Fixture.Events.Figures, _ name: String
  ) {
    #expect(isClose(ours.precision, theirs.precision), "\(name) \(ours) \(theirs)")
    #expect(isClose(ours.recall, theirs.recall), "\(name) \(ours) \(theirs)")
    #expect(isClose(ours.f1, theirs.f_measure), "\(name) \(ours) \(theirs)")
  }

  @Test func allLabelsTogether() {
    compare(figures.total.events, fixture.events.overall, "events")
    compare(figures.total.segments, fixture.segments.overall, "segments")
    #expect(isClose(figures.meanEventF1, fixture.events.meanF1))
    #expect(isClose(figures.meanSegmentF1, fixture.segments.meanF1))
  }

  @Test func eachLabel() throws {
    #expect(figures.labels.map(\.label) == fixture.events.labels.keys.sorted())
    for label in figures.labels {
      compare(label.events, try #require(fixture.events.labels[label.label]), label.label)
      compare(label.segments, try #require(fixture.segments.labels[label.label]), label.label)
    }
  }

  @Test func aLabelThatNobodyMarkedCountsNowhere() {
    let event = LabelledClip.Event(label: "x", onset: 1, offset: 2)
    let other = LabelledClip.Event(label: "y", onset: 1, offset: 2)
    let figures = EventFigures([
      EventFigures.Recording(reference: [event], found: [event, other, other])
    ])
    #expect(figures.unreferencedCount == 2)
    #expect(figures.total.events.f1 == 1 && figures.total.events.foundCount == 1)
  }

  /// A matching of all pairs, tried one by one: too slow to be wrong.
  private func slowPairCount(_ fits: [[Bool]], _ row: Int, _ taken: Set<Int>) -> Int {
    guard row < fits.count else { return 0 }
    var best = slowPairCount(fits, row + 1, taken)
    for column in fits[row].indices where fits[row][column] && !taken.contains(column) {
      best = max(best, 1 + slowPairCount(fits, row + 1, taken.union([column])))
    }
    return best
  }

  @Test func asManyPairsAsPossible() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let events = { (count: Int) in
        (0..<count).map { _ in
          let onset = Double.random(in: 0...1, using: &generator)
          return LabelledClip.Event(
            label: "x", onset: onset, offset: onset + .random(in: 0.1...1, using: &generator))
        }
      }
      let (reference, found) = (events(6), events(6))
      let fits = reference.map { there in
        found.map { heard in
          abs(there.onset - heard.onset) <= 0.2
            && abs(there.offset - heard.offset) <= max(0.2, (there.offset - there.onset) * 0.5)
        }
      }
      let figures = EventMatching().figures(reference: reference, found: found)
      #expect(figures.matchCount == slowPairCount(fits, 0, []))
    }
  }

  @Test func timesFarApartTakeNoMemory() {
    let events = [LabelledClip.Event(label: "x", onset: 0, offset: 1_000_000)]
    let figures = SegmentMatching().figures(reference: events, found: events)
    #expect(figures.matchCount == 1_000_000 && figures.f1 == 1)
  }
}
