import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeProductTests {
  @Test(
    arguments: [
      (3, 2, 4, 12, 2), (-3, 600, 2, -6, 600), (5, 7, 0, 0, 7), (1, 1, -1, -1, 1),
      (.max, 600, 2, .max, 300), (.max / 2, 1, 2, .max - 1, 1), (.min, 2, -1, 1 << 62, 1),
    ] as [(Int64, Int32, Int32, Int64, Int32)])
  func multipliesByAWholeNumber(
    value: Int64, timescale: Int32, multiplier: Int32, expected: Int64, expectedScale: Int32
  ) {
    let product = CMTimeMultiply(
      CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 3), multiplier: multiplier)
    let wanted = CMTimeMakeWithEpoch(value: expected, timescale: expectedScale, epoch: 3)
    #expect(isIdentical(product, wanted), "\(product)")
  }

  @Test func aProductBeyondWholeSecondsIsInfinite() {
    let largest = CMTime(value: .max, timescale: 1)
    #expect(CMTimeMultiply(largest, multiplier: 2).isPositiveInfinity)
    #expect(CMTimeMultiply(largest, multiplier: .min).isNegativeInfinity)
    #expect(CMTimeMultiplyByFloat64(largest, multiplier: 1.5).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(largest, multiplier: -1e300).isNegativeInfinity)
  }

  @Test func infiniteTimesTakeTheSignOfTheProduct() {
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiply(.negativeInfinity, multiplier: -2).isPositiveInfinity)
    #expect(CMTimeMultiply(.negativeInfinity, multiplier: 2).isNegativeInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: 0).isPositiveInfinity)
    #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite)
    #expect(!CMTimeMultiply(.invalid, multiplier: 2).isValid)
    #expect(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -0.5).isNegativeInfinity)
    #expect(CMTimeMultiplyByRatio(.positiveInfinity, multiplier: 1, divisor: -2).isNegativeInfinity)
  }

  struct FloatProduct: Sendable {
    var value: Int64
    var timescale: Int32
    var multiplier: Double
    var expected: (Int64, Int32)
    var isRounded = false
  }

  @Test(arguments: [
    FloatProduct(value: 1, timescale: 600, multiplier: 0.5, expected: (64, 76_800)),
    FloatProduct(
      value: 1, timescale: 600, multiplier: 0.1, expected: (13, 76_800), isRounded: true),
    FloatProduct(
      value: -1, timescale: 600, multiplier: 0.1, expected: (-13, 76_800), isRounded: true),
    FloatProduct(value: 3, timescale: 1, multiplier: 2, expected: (393_216, 65_536)),
    FloatProduct(value: 7, timescale: 90_000, multiplier: 1, expected: (7, 90_000)),
    FloatProduct(value: 5, timescale: 65_536, multiplier: -0.0, expected: (0, 65_536)),
    // A half goes away from zero, a hair less does not.
    FloatProduct(
      value: 1, timescale: 90_000, multiplier: 0.5, expected: (1, 90_000), isRounded: true),
    FloatProduct(
      value: 1, timescale: 90_000, multiplier: 0.5.nextDown, expected: (0, 90_000),
      isRounded: true),
    FloatProduct(
      value: -1, timescale: 90_000, multiplier: 0.5, expected: (-1, 90_000), isRounded: true),
    FloatProduct(
      value: .max, timescale: 90_000, multiplier: .leastNonzeroMagnitude, expected: (0, 90_000),
      isRounded: true),
    FloatProduct(
      value: .max, timescale: .max, multiplier: 0x1p-63, expected: (1, .max), isRounded: true),
    // The value overflows: the timescale is halved, here to 65536 / 4.
    FloatProduct(value: 1 << 48, timescale: 1, multiplier: 1, expected: (1 << 62, 16_384)),
    FloatProduct(value: 1 << 40, timescale: 1, multiplier: 0x1p22, expected: (1 << 62, 1)),
  ])
  func multipliesByAnyNumber(product: FloatProduct) {
    let found = CMTimeMultiplyByFloat64(
      CMTime(value: product.value, timescale: product.timescale), multiplier: product.multiplier)
    let wanted = CMTime(
      value: product.expected.0, timescale: product.expected.1,
      flags: product.isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: 0)
    #expect(isIdentical(found, wanted), "\(found)")
  }

  @Test func multipliersThatAreNoNumber() {
    let time = CMTime(value: -3, timescale: 2)
    #expect(!CMTimeMultiplyByFloat64(time, multiplier: .nan).isValid)
    #expect(!CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: .nan).isValid)
    #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .infinity).isValid)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .infinity).isNegativeInfinity)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: -.infinity).isPositiveInfinity)
  }

  struct Ratio: Sendable {
    var time: (Int64, Int32)
    var multiplier: Int32
    var divisor: Int32
    var expected: (Int64, Int32)
    var isRounded = false
  }

  @Test(arguments: [
    Ratio(time: (1, 600), multiplier: 1, divisor: 2, expected: (1, 1200)),
    Ratio(time: (3, 600), multiplier: 2, divisor: 3, expected: (2, 600)),
    Ratio(time: (3, 600), multiplier: -2, divisor: -3, expected: (2, 600)),
    Ratio(time: (1, 1), multiplier: 1001, divisor: -30_000, expected: (-1001, 30_000)),
    Ratio(time: (7, 25), multiplier: 0, divisor: 9, expected: (0, 25)),
    Ratio(time: (2, 1_000_000_000), multiplier: 1, divisor: 3, expected: (1, 1_500_000_000)),
    Ratio(
      time: (1, 2_000_000_011), multiplier: 5, divisor: 7, expected: (1, .max), isRounded: true),
    Ratio(time: (6, 1_500_000_000), multiplier: 1, divisor: 4, expected: (1, 1_000_000_000)),
    Ratio(time: (1, .max), multiplier: 1, divisor: 2, expected: (1, .max), isRounded: true),
    Ratio(time: (.max, 1), multiplier: 2, divisor: 4, expected: (.max, 2)),
    Ratio(time: (.min, 1), multiplier: .min, divisor: .min, expected: (.min, 1)),
  ])
  func multipliesByARatio(ratio: Ratio) {
    let found = CMTimeMultiplyByRatio(
      CMTime(value: ratio.time.0, timescale: ratio.time.1), multiplier: ratio.multiplier,
      divisor: ratio.divisor)
    let wanted = CMTime(
      value: ratio.expected.0, timescale: ratio.expected.1,
      flags: ratio.isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: 0)
    #expect(isIdentical(found, wanted), "\(found)")
  }

  @Test func dividingByZero() {
    let time = CMTime(value: -3, timescale: 2)
    #expect(CMTimeMultiplyByRatio(time, multiplier: 2, divisor: 0).isNegativeInfinity)
    #expect(CMTimeMultiplyByRatio(time, multiplier: -2, divisor: 0).isPositiveInfinity)
    #expect(!CMTimeMultiplyByRatio(time, multiplier: 0, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 2, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(.positiveInfinity, multiplier: 0, divisor: 0).isValid)
  }

  @Test func absoluteValues() {
    #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)).value == 3)
    #expect(CMTimeAbsoluteValue(CMTime(value: 3, timescale: 2)).value == 3)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(.indefinite).isIndefinite)
    #expect(!CMTimeAbsoluteValue(.invalid).isValid)
    let smallest = CMTimeAbsoluteValue(CMTime(value: .min, timescale: 4))
    #expect(isIdentical(smallest, CMTime(value: 1 << 62, timescale: 2)))
  }

  @Test func productsFollowTheLawsOfArithmetic() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let first = TimePool.ordinary(using: &generator)
      let second = TimePool.ordinary(using: &generator)
      let factor = Int32.random(in: -1000...1000, using: &generator)
      let ratio = CMTimeMultiplyByRatio(first, multiplier: factor, divisor: 7)
      let float = CMTimeMultiplyByFloat64(first, multiplier: Double(factor) / 8)
      let holds =
        CMTimeMultiply(first + second, multiplier: factor)
        == CMTimeMultiply(first, multiplier: factor) + CMTimeMultiply(second, multiplier: factor)
        && CMTimeMultiply(ratio, multiplier: 7) == CMTimeMultiply(first, multiplier: factor)
        && abs(float.seconds - first.seconds * Double(factor) / 8)
          <= 1e-12 * abs(float.seconds) + 0.5 / 65_536
      guard holds else {
        Issue.record("\(first), \(second), \(factor)")
        return
      }
    }
  }

  @Test func noProductTraps() {
    let numbers: [Double] = [
      0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      0x1p-64,
      0x1p-97, 0x1p-128, 0x1p-230, 0x1p62, 0x1p64, 0x1p127, .infinity, .nan,
    ]
    let factors: [Int32] = [.min, -1, 0, 1, 3, .max]
    for time in TimePool.all {
      var products = numbers.map { CMTimeMultiplyByFloat64(time, multiplier: $0) }
      for factor in factors {
        products.append(CMTimeMultiply(time, multiplier: factor))
        products += factors.map {
          CMTimeMultiplyByRatio(time, multiplier: factor, divisor: $0)
        }
      }
      products.append(CMTimeAbsoluteValue(time))
      #expect(products.dropLast().allSatisfy { !$0.isNumeric || $0.timescale > 0 })
    }
  }
}
