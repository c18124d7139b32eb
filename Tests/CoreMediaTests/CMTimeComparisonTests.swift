import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeComparisonTests {
  /// From the earliest to the latest.
  static let ascending: [CMTime] = [
    .negativeInfinity,
    CMTimeMakeWithEpoch(value: .max, timescale: 1, epoch: -1),
    CMTime(value: .min, timescale: 1),
    CMTime(value: -3, timescale: 2),
    .zero,
    CMTime(value: 1, timescale: .max),
    CMTime(value: 1, timescale: 2),
    CMTime(value: .max - 1, timescale: .max),
    CMTime(value: .max, timescale: .max),
    CMTime(value: .max, timescale: .max - 1),
    CMTime(value: .max, timescale: 1),
    CMTimeMakeWithEpoch(value: .min, timescale: 1, epoch: 1),
    .indefinite,
    .positiveInfinity,
    .invalid,
  ]

  @Test func theOrderRunsFromNegativeInfinityToInvalid() {
    for (place, time) in Self.ascending.enumerated() {
      for (otherPlace, other) in Self.ascending.enumerated() {
        let expected: Int32 = place < otherPlace ? -1 : place == otherPlace ? 0 : 1
        #expect(CMTimeCompare(time, other) == expected, "\(time) against \(other)")
        #expect((time < other) == (expected < 0) && (time == other) == (expected == 0))
      }
    }
    #expect(Self.ascending.shuffled().sorted() == Self.ascending)
  }

  @Test(arguments: [
    (CMTime(value: 1, timescale: 2), CMTime(value: 2, timescale: 4)),
    (CMTime(value: 0, timescale: 1), CMTime(value: 0, timescale: 44_100)),
    (CMTime(value: -6, timescale: 4), CMTime(value: -3, timescale: 2)),
    (CMTime(value: .min, timescale: 2), CMTime(value: .min / 2, timescale: 1)),
    (CMTime.invalid, CMTime(value: 5, timescale: 3, flags: [], epoch: 8)),
    (CMTime.invalid, CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)),
    (.indefinite, CMTime(value: 5, timescale: 2, flags: [.valid, .indefinite], epoch: 1)),
    (
      CMTime(value: 1, timescale: 2),
      CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
    ),
  ])
  func equalTimesAreEqualInValueAndInHash(first: CMTime, second: CMTime) {
    #expect(first == second)
    #expect(CMTimeCompare(second, first) == 0)
    #expect(Set([first, second]).count == 1)
  }

  @Test func timesInDifferentEpochsDiffer() {
    let first = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(first != CMTime(value: 1, timescale: 1))
    #expect(first > CMTime(value: 100, timescale: 1))
  }

  @Test func minimumAndMaximum() {
    let first = CMTime(value: 1, timescale: 2)
    let second = CMTime(value: 2, timescale: 3)
    #expect(isIdentical(CMTimeMinimum(first, second), first))
    #expect(isIdentical(CMTimeMinimum(second, first), first))
    #expect(isIdentical(CMTimeMaximum(first, second), second))
    #expect(CMTimeMaximum(.invalid, second) == .invalid)
    #expect(CMTimeMinimum(.indefinite, second) == second)
  }

  @Test func theOrderIsTotalOverEverything() {
    let times = TimePool.all
    for first in times {
      for second in times {
        let order = CMTimeCompare(first, second)
        guard order == -CMTimeCompare(second, first), (order == 0) == (first == second) else {
          Issue.record("\(first) against \(second)")
          return
        }
        if order == 0, first.hashValue != second.hashValue {
          Issue.record("\(first) and \(second) are equal and hash apart")
          return
        }
      }
    }
    // Transitive: sorting puts every pair in order, not only neighbours.
    let sorted = times.sorted()
    for (place, first) in sorted.enumerated() {
      #expect(sorted[place...].allSatisfy { first <= $0 })
    }
  }

  @Test func everydayTimesCompareAsTheirSecondsDo() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<5000 {
      let first = TimePool.ordinary(using: &generator)
      let second = TimePool.ordinary(using: &generator)
      guard (first < second) == (first.seconds < second.seconds) else {
        Issue.record("\(first), \(second)")
        return
      }
    }
  }
}
