import CoreMedia
import Testing

@Suite struct CMTimeTests {
  @Test func theEmptyInitialiserGivesAllZeroBits() {
    let time = CMTime()
    #expect(time.value == 0 && time.timescale == 0 && time.flags == [] && time.epoch == 0)
    #expect(!time.isValid)
  }

  @Test func theMakersFillTheFields() {
    #expect(
      isIdentical(
        CMTimeMake(value: 3, timescale: 2),
        CMTime(value: 3, timescale: 2, flags: .valid, epoch: 0)))
    #expect(
      isIdentical(
        CMTimeMakeWithEpoch(value: -3, timescale: 44_100, epoch: 4),
        CMTime(value: -3, timescale: 44_100, flags: .valid, epoch: 4)))
    #expect(isIdentical(CMTime(value: 9, timescale: 8), CMTimeMake(value: 9, timescale: 8)))
  }

  @Test(arguments: [0, -1, Int32.min])
  func aTimescaleThatIsNotPositiveMakesAnInvalidTime(timescale: Int32) {
    #expect(!CMTimeMake(value: 1, timescale: timescale).isValid)
    #expect(!CMTime(value: 1, timescale: timescale).isValid)
    #expect(!CMTimeMakeWithEpoch(value: 1, timescale: timescale, epoch: 1).isValid)
    #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: timescale).isValid)
  }

  struct Kind: Sendable {
    var time: CMTime
    var flags: UInt32
    var isValid = true
    var isNumeric = false
    var isIndefinite = false
    var isPositiveInfinity = false
    var isNegativeInfinity = false
  }

  @Test(arguments: [
    Kind(time: .invalid, flags: 0, isValid: false),
    Kind(time: .zero, flags: 1, isNumeric: true),
    Kind(time: .indefinite, flags: 17, isIndefinite: true),
    Kind(time: .positiveInfinity, flags: 5, isPositiveInfinity: true),
    Kind(time: .negativeInfinity, flags: 9, isNegativeInfinity: true),
  ])
  func theConstantsAreOfTheirKind(expected: Kind) {
    let time = expected.time
    #expect(time.flags.rawValue == expected.flags)
    #expect(time.isValid == expected.isValid)
    #expect(time.isNumeric == expected.isNumeric)
    #expect(time.isIndefinite == expected.isIndefinite)
    #expect(time.isPositiveInfinity == expected.isPositiveInfinity)
    #expect(time.isNegativeInfinity == expected.isNegativeInfinity)
    #expect(!time.hasBeenRounded)
  }

  @Test func flagsWithoutTheValidOneMeanNothing() {
    let time = CMTime(
      value: 1, timescale: 1, flags: [.positiveInfinity, .indefinite, .hasBeenRounded], epoch: 0)
    #expect(!time.isValid && !time.isPositiveInfinity && !time.isIndefinite && !time.isNumeric)
    #expect(!time.hasBeenRounded)
  }

  @Test func theFlagsHaveTheirValues() {
    #expect(CMTimeFlags.valid.rawValue == 1)
    #expect(CMTimeFlags.hasBeenRounded.rawValue == 2)
    #expect(CMTimeFlags.positiveInfinity.rawValue == 4)
    #expect(CMTimeFlags.negativeInfinity.rawValue == 8)
    #expect(CMTimeFlags.indefinite.rawValue == 16)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
    #expect(kCMTimeMaxTimescale == 2_147_483_647)
  }

  @Test func theRoundingMethodsHaveTheirValues() {
    let methods: [CMTimeRoundingMethod] = [
      .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .quickTime,
      .roundTowardPositiveInfinity, .roundTowardNegativeInfinity,
    ]
    #expect(methods.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(CMTimeRoundingMethod.default == .roundHalfAwayFromZero)
  }

  @Test func printsMemberByMember() {
    let text = "\(CMTime(value: 3, timescale: 1))"
    #expect(text.hasPrefix("CMTime(value: 3, timescale: 1, flags: "))
    #expect(text.hasSuffix(", epoch: 0)"))
  }

  @Test(arguments: [
    (CMTime(value: 441, timescale: 44_100), "{441/44100 = 0.010}"),
    (CMTime(value: -3, timescale: 2), "{-3/2 = -1.500}"),
    (CMTime(value: 2, timescale: 3), "{2/3 = 0.667}"),
    (CMTime(value: .min, timescale: 1), "{-9223372036854775808/1 = -9223372036854775808.000}"),
    (CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2), "{1/1 = 1.000, epoch 2}"),
    (CMTimeMakeWithSeconds(2.87, preferredTimescale: 1), "{2/1 = 2.000, rounded}"),
    (CMTime.invalid, "{INVALID}"), (.indefinite, "{INDEFINITE}"),
    (.positiveInfinity, "{+INFINITY}"), (.negativeInfinity, "{-INFINITY}"),
  ])
  func describesItselfToTheDeveloper(time: CMTime, expected: String) {
    #expect(CMTimeCopyDescription(allocator: nil, time: time) == expected)
  }
}
