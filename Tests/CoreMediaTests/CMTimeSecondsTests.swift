import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeSecondsTests {
  struct Made: Sendable {
    var seconds: Double
    var preferredTimescale: Int32
    var value: Int64
    var timescale: Int32
    var isRounded = false
  }

  @Test(arguments: [
    Made(seconds: 0, preferredTimescale: 600, value: 0, timescale: 600),
    Made(seconds: -0.0, preferredTimescale: 600, value: 0, timescale: 600),
    Made(seconds: 1.5, preferredTimescale: 600, value: 900, timescale: 600),
    Made(seconds: -1.5, preferredTimescale: 600, value: -900, timescale: 600),
    Made(seconds: 3, preferredTimescale: 16_000, value: 48_000, timescale: 16_000),
    Made(seconds: 0.975, preferredTimescale: 16_000, value: 15_600, timescale: 16_000),
    // Between two units: toward zero, not to the nearest.
    Made(seconds: 0.082, preferredTimescale: 24, value: 1, timescale: 24, isRounded: true),
    Made(seconds: 2.87, preferredTimescale: 1, value: 2, timescale: 1, isRounded: true),
    Made(seconds: -2.87, preferredTimescale: 1, value: -2, timescale: 1, isRounded: true),
    // 2.3 * 44100 is 101429.999... in double precision, yet 101430 / 44100 is the double 2.3.
    Made(seconds: 2.3, preferredTimescale: 44_100, value: 101_430, timescale: 44_100),
    Made(seconds: 0.1, preferredTimescale: 10, value: 1, timescale: 10),
    Made(seconds: 1.0 / 3, preferredTimescale: 3, value: 1, timescale: 3),
    Made(
      seconds: .leastNonzeroMagnitude, preferredTimescale: .max, value: 0, timescale: .max,
      isRounded: true),
    // Too large for the timescale: halved until it fits.
    Made(seconds: 1e18, preferredTimescale: 600, value: 9_000_000_000_000_000_000, timescale: 9),
    Made(seconds: 0x1p62, preferredTimescale: .max, value: 1 << 62, timescale: 1),
    Made(seconds: -0x1p63, preferredTimescale: 7, value: .min, timescale: 1),
  ])
  func makesTheTime(expected: Made) {
    let time = CMTimeMakeWithSeconds(
      expected.seconds, preferredTimescale: expected.preferredTimescale)
    let flags: CMTimeFlags = expected.isRounded ? [.valid, .hasBeenRounded] : .valid
    let wanted = CMTime(
      value: expected.value, timescale: expected.timescale, flags: flags, epoch: 0)
    #expect(isIdentical(time, wanted), "\(time)")
    let same = CMTime(seconds: expected.seconds, preferredTimescale: expected.preferredTimescale)
    #expect(isIdentical(same, wanted))
  }

  @Test(arguments: [
    (Double.infinity, CMTime.positiveInfinity), (-.infinity, .negativeInfinity),
    (.nan, .invalid), (1e19, .positiveInfinity), (-1e19, .negativeInfinity),
    (0x1p63, .positiveInfinity), (.greatestFiniteMagnitude, .positiveInfinity),
  ])
  func secondsBeyondEveryTimescaleMakeNoNumber(seconds: Double, expected: CMTime) {
    for timescale in [1, 600, Int32.max] {
      #expect(isIdentical(CMTime(seconds: seconds, preferredTimescale: timescale), expected))
    }
  }

  @Test func secondsOfATime() {
    #expect(CMTime(value: 3, timescale: 2).seconds == 1.5)
    #expect(CMTimeGetSeconds(CMTime(value: -1, timescale: 3)) == -1.0 / 3)
    #expect(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 5).seconds == 1.5)
    #expect(CMTime.positiveInfinity.seconds == .infinity)
    #expect(CMTime.negativeInfinity.seconds == -.infinity)
    #expect(CMTime.invalid.seconds.isNaN)
    #expect(CMTime.indefinite.seconds.isNaN)
    #expect(CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0).seconds.isNaN)
  }

  @Test func secondsAndBackGiveTheSameTime() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let time = TimePool.ordinary(using: &generator)
      let back = CMTime(seconds: time.seconds, preferredTimescale: time.timescale)
      guard isIdentical(time, back) else {
        Issue.record("\(time) came back as \(back)")
        return
      }
    }
  }

  @Test func aMadeTimeLiesWithinOneUnitTowardZero() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      let seconds = Double.random(in: -1e6...1e6, using: &generator)
      let timescale = Int32.random(in: 1...100_000, using: &generator)
      let time = CMTime(seconds: seconds, preferredTimescale: timescale)
      let error = seconds.magnitude - time.seconds.magnitude
      guard error >= 0, error < 1 / Double(timescale), time.hasBeenRounded == (error != 0) else {
        Issue.record("\(seconds) s became \(time)")
        return
      }
    }
  }
}
