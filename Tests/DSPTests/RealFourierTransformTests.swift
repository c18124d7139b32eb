import Foundation
import TestSupport
import Testing

@testable import DSP

@Suite struct RealFourierTransformTests {
  private func magnitudes(_ samples: [Float], count: Int) -> [Float] {
    let transform = RealFourierTransform(length: samples.count)
    var magnitudes = [Float](repeating: -1, count: count)
    var span = magnitudes.mutableSpan
    transform.magnitudes(of: samples.span, into: &span)
    return magnitudes
  }

  @Test(arguments: [4, 8, 16, 64, 512, 2048])
  func isUnnormalised(length: Int) {
    var impulse = [Float](repeating: 0, count: length)
    impulse[length / 3] = 1
    for magnitude in magnitudes(impulse, count: length / 2 + 1) {
      #expect(abs(magnitude - 1) < 1e-5)
    }
    let constant = [Float](repeating: 1, count: length)
    let spectrum = magnitudes(constant, count: length / 2 + 1)
    #expect(abs(spectrum[0] - Float(length)) < 1e-3)
    #expect(spectrum.dropFirst().allSatisfy { $0 < 1e-3 })
  }

  @Test(arguments: [4, 8, 16, 64, 512])
  func agreesWithTheDefinition(length: Int) {
    var generator = SeededGenerator(seed: 1)
    let samples = (0..<length).map { _ in Float.random(in: -1...1, using: &generator) }
    for (bin, found) in magnitudes(samples, count: length / 2 + 1).enumerated() {
      var real = 0.0
      var imaginary = 0.0
      for (sample, value) in samples.enumerated() {
        let angle = 2 * Double.pi * Double(bin * sample % length) / Double(length)
        real += Double(value) * cos(angle)
        imaginary += Double(value) * sin(angle)
      }
      let exact = (real * real + imaginary * imaginary).squareRoot()
      #expect(abs(Double(found) - exact) < 2e-5 * Double(length).squareRoot())
    }
  }

  @Test func theBinAtHalfTheSampleRateIsTheLast() {
    let alternating = (0..<512).map { $0 % 2 == 0 ? Float(1) : -1 }
    let spectrum = magnitudes(alternating, count: 257)
    #expect(abs(spectrum[256] - 512) < 1e-3)
    #expect(spectrum.dropLast().allSatisfy { $0 < 1e-3 })
  }

  @Test func givesTheFirstBinsWhenFewerAreAsked() {
    let samples = (0..<512).map { Float(sin(Double($0))) }
    #expect(magnitudes(samples, count: 40) == Array(magnitudes(samples, count: 257).prefix(40)))
  }

  /// Known values of the tapered sine's first frame.
  @Test(arguments: zip(12...16, [5.517089, 30.864531, 49.873869, 35.410763, 8.487035]))
  func findsTheSpectrumOfASine(bin: Int, expected: Double) {
    var frame = [Float](repeating: 0, count: 512)
    var span = frame.mutableSpan
    HannWindow(length: 400).apply(to: TestSignal.sine.samples.span, from: 0, into: &span)
    #expect(abs(Double(magnitudes(frame, count: 257)[bin]) - expected) < 1e-4)
  }
}
