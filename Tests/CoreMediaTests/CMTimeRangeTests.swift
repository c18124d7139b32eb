import CoreMedia
import TestSupport
import Testing

/// A range in whole seconds.
private func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
  CMTimeRange(start: seconds(start), duration: seconds(duration))
}

private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

@Suite struct CMTimeRangeTests {
  @Test func theEmptyInitialiserGivesTheInvalidRange() {
    #expect(!CMTimeRange().isValid)
    #expect(CMTimeRange() == .invalid)
    #expect(!CMTimeRange.invalid.isEmpty && !CMTimeRange.invalid.isIndefinite)
    #expect(!CMTimeRange.invalid.end.isValid)
  }

  @Test func theMakersAgree() {
    let made = range(2, 3)
    #expect(made.start == seconds(2) && made.duration == seconds(3) && made.end == seconds(5))
    #expect(CMTimeRangeMake(start: seconds(2), duration: seconds(3)) == made)
    #expect(CMTimeRange(start: seconds(2), end: seconds(5)) == made)
    #expect(CMTimeRangeFromTimeToTime(start: seconds(2), end: seconds(5)) == made)
    #expect(CMTimeRangeGetEnd(made) == seconds(5))
    #expect(CMTimeRangeEqual(made, range(2, 3)) && !CMTimeRangeEqual(made, range(2, 4)))
    #expect(Set([made, CMTimeRange(start: seconds(2), end: seconds(5))]).count == 1)
  }

  @Test func validity() {
    #expect(range(0, 0).isValid && range(0, 0).isEmpty)
    #expect(range(-5, 1).isValid)
    #expect(!range(0, -1).isValid)
    #expect(!CMTimeRange(start: seconds(5), end: seconds(2)).isValid)
    #expect(!CMTimeRange(start: .invalid, duration: seconds(1)).isValid)
    let inEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(!CMTimeRangeMake(start: .zero, duration: inEpoch).isValid)
    #expect(!CMTimeRange(start: .zero, duration: inEpoch).isValid)
    #expect(CMTimeRange(start: inEpoch, duration: seconds(1)).isValid)
    #expect(CMTimeRange(start: inEpoch, duration: seconds(1)).end.epoch == 1)
    let live = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(live.isValid && live.isIndefinite && !live.isEmpty)
  }

  @Test(
    arguments: [
      (-1, false), (0, true), (9, true), (10, false), (11, false),
    ] as [(Int64, Bool)])
  func containsItsStartAndNotItsEnd(time: Int64, expected: Bool) {
    #expect(range(0, 10).containsTime(seconds(time)) == expected)
    #expect(CMTimeRangeContainsTime(range(0, 10), time: seconds(time)) == expected)
  }

  @Test func containsOnlyNumbersAndOnlyIfValid() {
    let forever = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(forever.containsTime(seconds(.max)))
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(!forever.containsTime(time))
    }
    #expect(!range(0, -5).containsTime(seconds(-2)))
    #expect(!CMTimeRange.invalid.containsTime(.zero))
    #expect(!range(3, 0).containsTime(seconds(3)))
    let lap = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(!range(0, 10).containsTime(lap))
  }

  @Test(arguments: [
    (range(0, 10), range(0, 10), true), (range(0, 10), range(2, 3), true),
    (range(0, 10), range(2, 9), false), (range(0, 10), range(-1, 3), false),
    (range(0, 10), .invalid, false), (.invalid, range(0, 1), false),
  ])
  func containsRangesThatLieInside(outer: CMTimeRange, inner: CMTimeRange, expected: Bool) {
    #expect(outer.containsTimeRange(inner) == expected)
    #expect(CMTimeRangeContainsTimeRange(outer, otherRange: inner) == expected)
  }

  @Test(arguments: [
    (range(0, 10), range(5, 10), range(5, 5), range(0, 15)),
    (range(0, 10), range(2, 3), range(2, 3), range(0, 10)),
    (range(0, 10), range(10, 5), range(10, 0), range(0, 15)),
    (range(0, 2), range(5, 2), .zero, range(0, 7)),
    (range(0, 2), .invalid, .invalid, .invalid),
    (
      CMTimeRange(start: seconds(1), duration: .positiveInfinity), range(0, 5), range(1, 4),
      CMTimeRange(start: .zero, duration: .positiveInfinity)
    ),
    (
      CMTimeRange(
        start: CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 1), duration: seconds(9)),
      range(0, 9), .invalid, .invalid
    ),
  ])
  func intersectsAndUnites(
    first: CMTimeRange, second: CMTimeRange, intersection: CMTimeRange, union: CMTimeRange
  ) {
    #expect(first.intersection(second) == intersection)
    #expect(second.intersection(first) == intersection)
    #expect(CMTimeRangeGetIntersection(first, otherRange: second) == intersection)
    #expect(first.union(second) == union)
    #expect(second.union(first) == union)
    #expect(CMTimeRangeGetUnion(first, otherRange: second) == union)
  }

  @Test(
    arguments: [
      (0, 2), (2, 2), (5, 5), (7, 7), (9, 7),
    ] as [(Int64, Int64)])
  func clampsToItsEndsIncluded(time: Int64, expected: Int64) {
    #expect(CMTimeClampToRange(seconds(time), range: range(2, 5)) == seconds(expected))
  }

  @Test func clampingWithoutAnAnswer() {
    #expect(!CMTimeClampToRange(seconds(1), range: range(0, 0)).isValid)
    #expect(!CMTimeClampToRange(seconds(1), range: .invalid).isValid)
    #expect(!CMTimeClampToRange(.invalid, range: range(0, 5)).isValid)
    #expect(CMTimeClampToRange(.indefinite, range: range(0, 5)).isIndefinite)
    #expect(CMTimeClampToRange(.positiveInfinity, range: range(0, 5)) == seconds(5))
    #expect(CMTimeClampToRange(.negativeInfinity, range: range(0, 5)) == .zero)
  }

  @Test func theLawsOfSetsHold() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let bounds = (0..<4).map { _ in TimePool.ordinary(using: &generator) }
      let first = CMTimeRange(start: min(bounds[0], bounds[1]), end: max(bounds[0], bounds[1]))
      let second = CMTimeRange(start: min(bounds[2], bounds[3]), end: max(bounds[2], bounds[3]))
      let probe = TimePool.ordinary(using: &generator)
      let both = first.intersection(second)
      let either = first.union(second)
      let holds =
        both.containsTime(probe) == (first.containsTime(probe) && second.containsTime(probe))
        && either.containsTimeRange(first) && either.containsTimeRange(second)
        && (both == .zero || first.containsTimeRange(both) && second.containsTimeRange(both))
        && first.intersection(first) == first && first.union(first) == first
        && (first.isEmpty || first.end == bounds[0] || first.end == bounds[1])
        && !first.containsTime(first.end)
      guard holds else {
        Issue.record("\(first), \(second), \(probe)")
        return
      }
    }
  }

  @Test func noOperationTraps() {
    let times = TimePool.kinds + TimePool.epochs + Array(TimePool.numbers.prefix(20))
    let ranges = times.flatMap { start in
      times.map { CMTimeRange(start: start, duration: $0) }
    }
    for (first, second) in zip(ranges, ranges.shuffled()) {
      _ = (first.intersection(second), first.union(second), first.containsTimeRange(second))
      _ = (first.containsTime(second.start), CMTimeClampToRange(second.start, range: first))
      _ = (first.end, first.isEmpty, first.hashValue, first == second)
      #expect(CMTimeRangeCopyDescription(allocator: nil, range: first) != nil)
    }
  }

  @Test func describesItselfToTheDeveloper() {
    let half = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 2))
    #expect(
      CMTimeRangeCopyDescription(allocator: nil, range: half)
        == "{{0/1 = 0.000}, {3/2 = 1.500}}")
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: .invalid) == "{INVALID}")
  }
}
