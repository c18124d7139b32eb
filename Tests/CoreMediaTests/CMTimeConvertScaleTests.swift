import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeConvertScaleTests {
  struct Conversion: Sendable {
    var value: Int64
    var timescale: Int32
    var newTimescale: Int32
    /// By method: half away, toward zero, away, QuickTime, toward +infinity, toward -infinity.
    var expected: [Int64]
  }

  static let methods: [CMTimeRoundingMethod] = [
    .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .quickTime,
    .roundTowardPositiveInfinity, .roundTowardNegativeInfinity,
  ]

  @Test(arguments: [
    // Coarser.
    Conversion(value: 1, timescale: 2, newTimescale: 1, expected: [1, 0, 1, 0, 1, 0]),
    Conversion(value: -1, timescale: 2, newTimescale: 1, expected: [-1, 0, -1, -1, 0, -1]),
    Conversion(value: 7, timescale: 3, newTimescale: 2, expected: [5, 4, 5, 4, 5, 4]),
    Conversion(value: -7, timescale: 3, newTimescale: 2, expected: [-5, -4, -5, -4, -4, -5]),
    Conversion(value: 100, timescale: 44_100, newTimescale: 600, expected: [1, 1, 2, 1, 2, 1]),
    Conversion(value: -1, timescale: 1000, newTimescale: 24, expected: [0, 0, -1, -1, 0, -1]),
    // Finer.
    Conversion(value: 1, timescale: 3, newTimescale: 10, expected: [3, 3, 4, 4, 4, 3]),
    Conversion(value: -1, timescale: 3, newTimescale: 10, expected: [-3, -3, -4, -4, -3, -4]),
    // At the edge of what a value holds.
    Conversion(
      value: .max, timescale: 2, newTimescale: 1,
      expected: [1 << 62, 1 << 62 - 1, 1 << 62, 1 << 62 - 1, 1 << 62, 1 << 62 - 1]),
  ])
  func roundsAsAsked(conversion: Conversion) {
    let time = CMTime(value: conversion.value, timescale: conversion.timescale)
    for (method, expected) in zip(Self.methods, conversion.expected) {
      let found = CMTimeConvertScale(
        time, timescale: conversion.newTimescale, method: method)
      let wanted = CMTime(
        value: expected, timescale: conversion.newTimescale, flags: [.valid, .hasBeenRounded],
        epoch: 0)
      #expect(isIdentical(found, wanted), "\(method): \(found)")
      let same = time.convertScale(conversion.newTimescale, method: method)
      #expect(isIdentical(same, wanted))
    }
  }

  @Test(arguments: methods)
  func anExactConversionIsNotRounded(method: CMTimeRoundingMethod) {
    let time = CMTimeMakeWithEpoch(value: -3, timescale: 2, epoch: 7)
    let wanted = CMTimeMakeWithEpoch(value: -66_150, timescale: 44_100, epoch: 7)
    #expect(isIdentical(time.convertScale(44_100, method: method), wanted))
  }

  @Test func aRoundedTimeStaysMarked() {
    let rounded = CMTime(value: 3, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
    #expect(rounded.convertScale(4, method: .default).hasBeenRounded)
  }

  @Test(arguments: [
    CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity,
  ])
  func aTimeWithoutNumberStaysAsItIs(time: CMTime) {
    for method in Self.methods {
      #expect(isIdentical(time.convertScale(600, method: method), time))
      #expect(isIdentical(time.convertScale(0, method: method), time))
    }
  }

  @Test func aValueBeyondTheTimescaleBecomesInfinite() {
    #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
    #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default).isNegativeInfinity)
    let largest = CMTime(value: .max, timescale: 1)
    #expect(isIdentical(largest.convertScale(1, method: .roundAwayFromZero), largest))
  }

  @Test(arguments: [0, -1, Int32.min])
  func aTimescaleThatIsNotPositiveGivesTheInvalidTime(timescale: Int32) {
    #expect(!CMTime.zero.convertScale(timescale, method: .default).isValid)
  }

  @Test func aFinerMultipleAndBackGivesTheSameTime() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let time = TimePool.ordinary(using: &generator)
      let factor = Int32.random(in: 1...1000, using: &generator)
      for method in Self.methods {
        let back = time.convertScale(time.timescale * factor, method: method)
          .convertScale(time.timescale, method: method)
        guard isIdentical(back, time) else {
          Issue.record("\(time) by \(factor) with \(method): \(back)")
          return
        }
      }
    }
  }
}
