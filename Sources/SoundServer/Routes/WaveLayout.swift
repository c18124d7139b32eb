import Foundation

/// A WAV file that is never stored: 16-bit mono, every byte known from its offset.
struct WaveLayout: Sendable {
  /// The bytes before the samples.
  static let headBytes: Int64 = 44

  private static let mostBytes: Int64 = 0xFFFF_FFFF - 44
  private static let highestRate = 48_000.0

  /// The frames of the recording that become one sample: 1, or a power of two for rates beyond
  /// 48 kHz and for recordings that would not fit WAV's 32-bit sizes.
  let framesPerSample: Int64

  /// The samples.
  let sampleCount: Int64

  /// The samples a second.
  let sampleRate: Int

  /// The layout for a recording.
  init(frameCount: Int64, sampleRate: Double) {
    var factor: Int64 = 1
    while sampleRate / Double(factor) > Self.highestRate
      || (frameCount + factor - 1) / factor * 2 > Self.mostBytes
    {
      factor *= 2
    }
    framesPerSample = factor
    sampleCount = (frameCount + factor - 1) / factor
    self.sampleRate = Int((sampleRate / Double(factor)).rounded())
  }

  /// The length of the file.
  var byteCount: Int64 { Self.headBytes + sampleCount * 2 }

  /// The RIFF header.
  var head: Data {
    var data = Data("RIFF".utf8)
    func append(_ value: UInt32, bytes: Int) {
      for shift in 0..<bytes { data.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    append(UInt32(36 + sampleCount * 2), bytes: 4)
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(16, bytes: 4)
    append(1, bytes: 2)
    append(1, bytes: 2)
    append(UInt32(sampleRate), bytes: 4)
    append(UInt32(sampleRate * 2), bytes: 4)
    append(2, bytes: 2)
    append(16, bytes: 2)
    data.append(contentsOf: "data".utf8)
    append(UInt32(sampleCount * 2), bytes: 4)
    return data
  }
}
