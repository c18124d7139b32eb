import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeSumTests {
  struct Sum: Sendable {
    var first: (Int64, Int32)
    var second: (Int64, Int32)
    var expected: (Int64, Int32)
    var isRounded = false
  }

  @Test(arguments: [
    Sum(first: (1, 2), second: (3, 2), expected: (4, 2)),
    Sum(first: (1, 2), second: (1, 3), expected: (5, 6)),
    Sum(first: (1, 4), second: (1, 6), expected: (5, 12)),
    Sum(first: (0, 600), second: (5, 1), expected: (3000, 600)),
    Sum(first: (1, 44_100), second: (1, 48_000), expected: (307, 7_056_000)),
    Sum(first: (-1, 2), second: (1, 3), expected: (-1, 6)),
    // The least common multiple is beyond the largest timescale.
    Sum(
      first: (1, .max), second: (1, .max - 1), expected: (2, .max), isRounded: true),
    Sum(
      first: (1, 65_537), second: (1, 65_539), expected: (65_534, .max), isRounded: true),
    // The value overflows: the timescale is halved.
    Sum(first: (.max, 2), second: (.max, 2), expected: (.max, 1)),
    Sum(first: (.max, 600), second: (1, 600), expected: (1 << 62, 300)),
    Sum(first: (.max, 600), second: (2, 600), expected: (1 << 62 + 1, 300), isRounded: true),
    Sum(first: (.min, 3), second: (-1, 3), expected: (-3_074_457_345_618_258_603, 1)),
    Sum(first: (.min, 1), second: (.max, 1), expected: (-1, 1)),
  ])
  func addsOnTheCommonTimescale(sum: Sum) {
    let first = CMTime(value: sum.first.0, timescale: sum.first.1)
    let second = CMTime(value: sum.second.0, timescale: sum.second.1)
    let wanted = CMTime(
      value: sum.expected.0, timescale: sum.expected.1,
      flags: sum.isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: 0)
    #expect(isIdentical(first + second, wanted), "\(first + second)")
    #expect(isIdentical(CMTimeAdd(second, first), wanted))
  }

  @Test func subtracts() {
    let difference = CMTime(value: 1, timescale: 2) - CMTime(value: 1, timescale: 3)
    #expect(isIdentical(difference, CMTime(value: 1, timescale: 6)))
    #expect(CMTimeSubtract(.zero, CMTime(value: 1, timescale: 3)).value == -1)
    // The smallest value has no positive twin, yet can be subtracted.
    #expect(
      isIdentical(
        CMTime(value: -1, timescale: 1) - CMTime(value: .min, timescale: 1),
        CMTime(value: .max, timescale: 1)))
    #expect((CMTime.zero - CMTime(value: .min, timescale: 1)).isPositiveInfinity)
  }

  @Test func aSumBeyondWholeSecondsIsInfinite() {
    let largest = CMTime(value: .max, timescale: 1)
    let smallest = CMTime(value: .min, timescale: 1)
    #expect((largest + CMTime(value: 1, timescale: 1)).isPositiveInfinity)
    #expect((smallest + CMTime(value: -1, timescale: 1)).isNegativeInfinity)
    #expect((largest - smallest).isPositiveInfinity)
    #expect((smallest - largest).isNegativeInfinity)
    #expect((largest + largest).isPositiveInfinity)
  }

  @Test func roundingPassesOn() {
    let rounded = CMTime(value: 3, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
    let exact = CMTime(value: 1, timescale: 2)
    #expect((rounded + exact).hasBeenRounded && (exact + rounded).hasBeenRounded)
    #expect((rounded - exact).hasBeenRounded && (exact - rounded).hasBeenRounded)
    #expect(!(exact + exact).hasBeenRounded)
  }

  @Test(arguments: [
    (CMTime.invalid, CMTime.zero, CMTime.invalid, CMTime.invalid),
    (.invalid, .positiveInfinity, .invalid, .invalid),
    (.invalid, .indefinite, .invalid, .invalid),
    (.indefinite, .zero, .indefinite, .indefinite),
    (.indefinite, .indefinite, .indefinite, .indefinite),
    (.positiveInfinity, .indefinite, .positiveInfinity, .positiveInfinity),
    (.positiveInfinity, .zero, .positiveInfinity, .positiveInfinity),
    (.negativeInfinity, .zero, .negativeInfinity, .negativeInfinity),
    (.positiveInfinity, .positiveInfinity, .positiveInfinity, .invalid),
    (.negativeInfinity, .negativeInfinity, .negativeInfinity, .invalid),
    (.positiveInfinity, .negativeInfinity, .invalid, .positiveInfinity),
    (.negativeInfinity, .positiveInfinity, .invalid, .negativeInfinity),
  ])
  func timesWithoutNumberAddByTheirTable(
    first: CMTime, second: CMTime, sum: CMTime, difference: CMTime
  ) {
    #expect(isIdentical(first + second, sum))
    #expect(isIdentical(second + first, sum))
    #expect(isIdentical(first - second, difference))
  }

  @Test func aNumberMinusInfinityIsNegativeInfinity() {
    #expect((CMTime.zero - .positiveInfinity).isNegativeInfinity)
    #expect((CMTime.zero - .negativeInfinity).isPositiveInfinity)
    #expect((CMTime.zero - .indefinite).isIndefinite)
  }

  @Test func epochsFollowTheirRules() {
    let duration = CMTime(value: 1, timescale: 1)
    let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
    let second = CMTimeMakeWithEpoch(value: 9, timescale: 1, epoch: 2)
    #expect((first + duration).epoch == 1 && (duration + first).epoch == 1)
    #expect((first - duration).epoch == 1)
    #expect((first - first).epoch == 0 && (first - first).value == 0)
    #expect((first + first).epoch == 0)
    #expect(!(first + second).isValid)
    #expect(!(first - second).isValid)
  }

  @Test func additionIsCommutativeAndUndoneBySubtraction() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5000 {
      let first = TimePool.ordinary(using: &generator)
      let second = TimePool.ordinary(using: &generator)
      let third = TimePool.ordinary(using: &generator)
      let holds =
        isIdentical(first + second, second + first) && first + second - second == first
        && (first + second) + third == first + (second + third) && first - first == .zero
        && first + .zero == first && .zero - (first - second) == second - first
      guard holds else {
        Issue.record("\(first), \(second), \(third)")
        return
      }
    }
  }

  @Test func everyPairAddsWithoutATrapAndCommutes() {
    for first in TimePool.all {
      for second in TimePool.all {
        let sum = first + second
        guard isIdentical(sum, second + first), !sum.isNumeric || sum.timescale > 0 else {
          Issue.record("\(first) + \(second) = \(sum)")
          return
        }
        _ = first - second
      }
    }
  }
}
