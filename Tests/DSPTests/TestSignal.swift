import Foundation

/// The signals that the known values of the front end were computed from: 0.975 s at 16 kHz.
enum TestSignal: String, CaseIterable, Sendable {
  case sine, chirp, noise, impulse, silence

  static let sampleCount = 15_600

  /// The samples in double precision, before they are rounded for the front end.
  var exactSamples: [Double] {
    let seconds = (0..<Self.sampleCount).map { Double($0) / 16_000 }
    switch self {
    case .sine:
      return seconds.map { 0.5 * sin(2 * .pi * 440 * $0) }
    case .chirp:
      return seconds.map { 0.5 * sin(2 * .pi * (100 * $0 + (7000 - 100) * $0 * $0 / (2 * 0.975))) }
    case .noise:
      var state: UInt32 = 12_345
      return seconds.map { _ in
        state = 1_664_525 &* state &+ 1_013_904_223
        return 0.25 * (Double(state) / 2_147_483_648 - 1)
      }
    case .impulse:
      return seconds.indices.map { $0 == 1000 ? 1 : 0 }
    case .silence:
      return seconds.map { _ in 0 }
    }
  }

  var samples: [Float] { exactSamples.map(Float.init) }
}
