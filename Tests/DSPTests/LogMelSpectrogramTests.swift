import Foundation
import TestSupport
import Testing

@testable import DSP

@Suite struct LogMelSpectrogramTests {
  /// The frames of `samples`, each of 64 bands.
  private func frames(_ samples: [Float]) -> [[Float]] {
    let count = LogMelSpectrogram.frameCount(sampleCount: samples.count)
    var values = [Float](repeating: .nan, count: count * LogMelSpectrogram.bandCount)
    var span = values.mutableSpan
    LogMelSpectrogram().process(samples.span, into: &span)
    return (0..<count).map { Array(values[$0 * 64..<$0 * 64 + 64]) }
  }

  struct KnownValue: Sendable {
    var frame: Int
    var band: Int
    var sine: Double
    var chirp: Double
    var noise: Double
  }

  static let knownValues: [KnownValue] = [
    KnownValue(frame: 0, band: 0, sine: -3.736307, chirp: 3.433724, noise: 1.301285),
    KnownValue(frame: 0, band: 5, sine: -0.347574, chirp: 0.970104, noise: -0.329401),
    KnownValue(frame: 0, band: 6, sine: 1.303707, chirp: -0.037801, noise: -0.218654),
    KnownValue(frame: 0, band: 7, sine: 3.187996, chirp: -0.875267, noise: -0.318334),
    KnownValue(frame: 0, band: 8, sine: 4.089164, chirp: -1.570250, noise: 0.270438),
    KnownValue(frame: 0, band: 10, sine: 1.792115, chirp: -2.778284, noise: -0.300291),
    KnownValue(frame: 0, band: 32, sine: -4.560225, chirp: -4.559899, noise: 1.423255),
    KnownValue(frame: 0, band: 63, sine: -4.604327, chirp: -4.604084, noise: 2.518084),
    KnownValue(frame: 10, band: 20, sine: -4.205392, chirp: 1.576244, noise: 0.965820),
    KnownValue(frame: 47, band: 32, sine: -4.533723, chirp: -4.547567, noise: 1.573206),
    KnownValue(frame: 48, band: 40, sine: -4.579239, chirp: -4.071596, noise: 1.930429),
    KnownValue(frame: 50, band: 8, sine: 4.089164, chirp: -4.602215, noise: 0.892508),
    KnownValue(frame: 95, band: 63, sine: -4.604327, chirp: 1.830090, noise: 2.615585),
  ]

  @Test(arguments: [TestSignal.sine, .chirp, .noise])
  func givesTheKnownValues(signal: TestSignal) {
    let frames = frames(signal.samples)
    #expect(frames.count == 96)
    for known in Self.knownValues {
      let expected = [.sine: known.sine, .chirp: known.chirp][signal] ?? known.noise
      let found = Double(frames[known.frame][known.band])
      #expect(abs(found - expected) < 1e-4, "frame \(known.frame), band \(known.band)")
    }
  }

  struct Summary: Sendable {
    var signal: TestSignal
    var mean: Double
    var deviation: Double
    var minimum: Double
    var maximum: Double
    var loudestBands: [Int]
  }

  @Test(arguments: [
    Summary(
      signal: .sine, mean: -3.501857, deviation: 2.109496, minimum: -4.604327, maximum: 4.089175,
      loudestBands: [8, 8, 8, 8, 8]),
    Summary(
      signal: .chirp, mean: -3.837675, deviation: 1.957247, minimum: -4.605102, maximum: 4.930892,
      loudestBands: [1, 31, 46, 55, 62]),
    Summary(
      signal: .noise, mean: 1.452613, deviation: 0.796803, minimum: -2.139719, maximum: 3.209047,
      loudestBands: [61, 62, 55, 61, 59]),
  ])
  func hasTheKnownStatistics(expected: Summary) {
    let frames = frames(expected.signal.samples)
    let values = frames.joined().map(Double.init)
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    #expect(abs(mean - expected.mean) < 1e-4)
    #expect(abs(variance.squareRoot() - expected.deviation) < 1e-4)
    #expect(abs((values.min() ?? .nan) - expected.minimum) < 1e-4)
    #expect(abs((values.max() ?? .nan) - expected.maximum) < 1e-4)
    let loudest = [0, 24, 48, 72, 95].map { frame in
      frames[frame].indices.max { frames[frame][$0] < frames[frame][$1] }
    }
    #expect(loudest == expected.loudestBands)
  }

  @Test(arguments: TestSignal.allCases)
  func agreesWithItsSlowTwin(signal: TestSignal) {
    let fast = frames(signal.samples)
    let slow = ReferenceLogMel()
    let samples = signal.samples.map(Double.init)
    for frame in stride(from: 0, to: 96, by: 8) {
      let bands = slow.frame(of: samples, from: frame * 160)
      // Single precision rounds every bin to a fraction of the loudest one; the logarithm then
      // divides that error by the band's own energy, so it shows most in near-silent bands.
      let loudest = bands.map(exp).max() ?? 0
      for (found, expected) in zip(fast[frame], bands) {
        let tolerance = 1e-6 + 1e-7 * loudest / exp(expected)
        #expect(abs(Double(found) - expected) < tolerance, "frame \(frame)")
      }
    }
  }

  @Test func silenceIsTheLogarithmOfTheOffset() {
    for value in frames(TestSignal.silence.samples).joined() {
      #expect(abs(value + 4.605170) < 1e-6)
    }
  }

  @Test func anImpulseIsHeardInTheThreeFramesThatHoldIt() {
    let frames = frames(TestSignal.impulse.samples)
    for (index, frame) in frames.enumerated() {
      #expect(frame.contains { $0 > -4.6 } == (4...6).contains(index))
    }
    for (band, expected) in [-2.297634, -2.262414, -2.224572].enumerated() {
      #expect(abs(Double(frames[4][band]) - expected) < 1e-4)
      #expect(abs(Double(frames[6][band]) - expected) < 1e-4)
    }
  }

  /// Each mistake moves the loudest band of the sine's first frame to the value it is known for.
  @Test func theTestsWouldNoticeTheCommonMistakes() {
    let samples = TestSignal.sine.exactSamples
    var power = ReferenceLogMel()
    power.squaresMagnitudes = true
    var decimal = ReferenceLogMel()
    decimal.usesDecimalLogarithm = true
    var symmetric = ReferenceLogMel()
    symmetric.usesSymmetricWindow = true
    var hertz = ReferenceLogMel()
    hertz.interpolatesOverHertz = true
    let right = frames(TestSignal.sine.samples)[0]
    for (mistake, expected) in [
      (power, 7.910690), (decimal, 1.775901), (symmetric, 4.087217), (hertz, 4.089738),
    ] {
      let wrong = mistake.frame(of: samples, from: 0)
      #expect(abs(wrong[8] - expected) < 1e-6)
      #expect(abs(Double(right[8]) - wrong[8]) > 4e-4)
    }
    #expect(abs(hertz.frame(of: samples, from: 0)[7] - 3.191722) < 1e-6)
  }

  @Test(arguments: [
    (0, 0), (1, 0), (399, 0), (400, 1), (559, 1), (560, 2), (15_599, 95), (15_600, 96),
    (48_000, 298),
  ])
  func countsWholeFramesOnly(sampleCount: Int, expected: Int) {
    #expect(LogMelSpectrogram.frameCount(sampleCount: sampleCount) == expected)
    #expect(frames([Float](repeating: 0, count: sampleCount)).count == expected)
  }

  @Test func aFrameDoesNotDependOnTheStretchItArrivesIn() {
    let samples = TestSignal.noise.samples
    let whole = frames(samples)
    for first in [1, 7, 40, 94] {
      let part = frames(Array(samples[first * 160..<min(samples.count, first * 160 + 2000)]))
      #expect(part == Array(whole[first..<first + part.count]))
    }
  }

  @Test func oneObjectGivesTheSameFramesEveryTime() {
    let spectrogram = LogMelSpectrogram()
    let samples = TestSignal.chirp.samples
    var first = [Float](repeating: 0, count: 96 * 64)
    var second = first
    var span = first.mutableSpan
    spectrogram.process(samples.span, into: &span)
    var again = second.mutableSpan
    spectrogram.process(samples.span, into: &again)
    #expect(first == second)
  }

  @Test func leavesWhatLiesBehindItsFramesAlone() {
    let samples = [Float](repeating: 0, count: 400)
    var values = [Float](repeating: 7, count: 66)
    var span = values.mutableSpan
    LogMelSpectrogram().process(samples.span, into: &span)
    #expect(values[63] != 7)
    #expect(values[64...].allSatisfy { $0 == 7 })
  }

  @Test(.enabled(if: AllocationCounter.isActive, "a sanitizer owns the allocator"))
  func allocatesNothingForAFrame() {
    let spectrogram = LogMelSpectrogram()
    let samples = TestSignal.noise.samples
    var values = [Float](repeating: 0, count: 96 * 64)
    var span = values.mutableSpan
    spectrogram.process(samples.span, into: &span)
    let count = AllocationCounter.count {
      for _ in 0..<10 { spectrogram.process(samples.span, into: &span) }
    }
    #expect(count == 0)
  }

  @Test func loudInputStaysFinite() {
    let square = (0..<800).map { $0 % 50 < 25 ? Float(1e30) : -1e30 }
    #expect(frames(square.map { $0 / 1e30 }).joined().allSatisfy { $0.isFinite })
    #expect(frames(square.map { $0 / 1e14 }).joined().allSatisfy { $0.isFinite })
  }
}
