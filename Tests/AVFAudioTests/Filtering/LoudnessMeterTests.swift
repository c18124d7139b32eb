import AVFAudio
import Foundation
import Testing

@Suite struct LoudnessMeterTests {
  private func loudness(_ samples: [Float], sampleRate: Double) throws -> Double? {
    let meter = try LoudnessMeter(sampleRate: sampleRate)
    for start in stride(from: 0, to: samples.count, by: 5000) {
      meter.append(samples.span.extracting(start..<min(start + 5000, samples.count)))
    }
    return meter.finish()
  }

  /// ITU-R BS.1770: a sine of 997 Hz at full scale in one channel has -3.01 LUFS.
  @Test(arguments: [(48_000.0, 1.0), (48_000, 0.1), (44_100, 0.1), (16_000, 0.01)])
  func aSineHasTheLoudnessOfTheStandard(rate: Double, amplitude: Double) throws {
    let samples = (0..<Int(rate) * 4).map {
      Float(amplitude * sin(2 * Double.pi * 997 * Double($0) / rate))
    }
    let found = try #require(try loudness(samples, sampleRate: rate))
    #expect(abs(found - (20 * log10(amplitude) - 3.01)) < 0.15)
  }

  @Test func silenceHasNone() throws {
    #expect(try loudness([Float](repeating: 0, count: 96_000), sampleRate: 48_000) == nil)
    #expect(try loudness([], sampleRate: 48_000) == nil)
    #expect(try loudness([Float](repeating: 1e-5, count: 96_000), sampleRate: 48_000) == nil)
  }
}
