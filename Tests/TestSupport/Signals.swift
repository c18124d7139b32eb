import Foundation

/// Signals with known values.
package enum Signals {
  /// A sine.
  ///
  /// - Parameters:
  ///   - frequency: Hz.
  ///   - amplitude: of the peak.
  ///   - sampleRate: Hz.
  ///   - count: samples.
  package static func sine(
    frequency: Double, amplitude: Double = 0.5, sampleRate: Double, count: Int
  ) -> [Float] {
    (0..<count).map { index in
      Float(amplitude * sin(2 * Double.pi * frequency * Double(index) / sampleRate))
    }
  }

  /// Noise between -0.25 and 0.25 from a linear congruential generator, the same on every machine.
  package static func noise(count: Int, seed: UInt32 = 12345) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = 1_664_525 &* state &+ 1_013_904_223
      return Float(0.25 * (Double(state) / Double(1 << 31) - 1))
    }
  }

  /// A rising tone from 100 to 7000 Hz within 0.975 s at 16 kHz.
  package static func chirp() -> [Float] {
    (0..<15_600).map { index in
      let time = Double(index) / 16_000
      return Float(0.5 * sin(2 * Double.pi * (100 * time + 6900 * time * time / 1.95)))
    }
  }
}
