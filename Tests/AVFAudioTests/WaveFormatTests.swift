import AVFAudio
import Foundation
import Testing

/// The forms that the header of a WAV file takes, written byte by byte.
struct WaveFormatTests {
  /// How long the format chunk is: plain, with an empty extension, and with a sub-format.
  static let formatSizes = [16, 18, 40]
  static let bitCounts = [8, 16, 24, 32]

  /// A format chunk; one of 40 bytes is WAVE_FORMAT_EXTENSIBLE around the plain tag.
  private func format(size: Int, bits: Int, channelCount: Int) -> [UInt8] {
    let block = channelCount * bits / 8
    var body = WaveBytes.little(UInt16(size == 40 ? 0xFFFE : 1))
    body += WaveBytes.little(UInt16(channelCount)) + WaveBytes.little(UInt32(16_000))
    body += WaveBytes.little(UInt32(16_000 * block)) + WaveBytes.little(UInt16(block))
    body += WaveBytes.little(UInt16(bits))
    if size == 18 { body += WaveBytes.little(UInt16(0)) }
    if size == 40 {
      body += WaveBytes.little(UInt16(22)) + WaveBytes.little(UInt16(bits))
      body += WaveBytes.little(UInt32(1 << channelCount) - 1)
      // KSDATAFORMAT_SUBTYPE_PCM.
      body += WaveBytes.little(UInt16(1))
      body += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
    #expect(body.count == size)
    return body
  }

  /// A value from -128 to 127 for each sample, at the top of its bits; 8 bits have no sign.
  private func bytes(_ values: [Int], bits: Int) -> [UInt8] {
    values.flatMap { value in
      bits == 8
        ? [UInt8(value + 128)]
        : [UInt8](repeating: 0, count: bits / 8 - 1) + [UInt8(bitPattern: Int8(value))]
    }
  }

  private func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = chunks.flatMap(\.self)
    return Array("RIFF".utf8) + WaveBytes.little(UInt32(4 + body.count)) + Array("WAVE".utf8) + body
  }

  /// 600 frames in which each channel has values of its own.
  private func values(channelCount: Int) -> [Int] {
    (0..<600).flatMap { frame in (0..<channelCount).map { (frame * 7 + $0 * 31) % 256 - 128 } }
  }

  private func check(
    _ bytes: [UInt8], _ values: [Int], channelCount: Int, name: String = "a.wav"
  ) throws {
    let folder = try TemporaryFolder()
    let decoded = try DecodedAudio(try folder.write(bytes, to: name))
    #expect(decoded.failure == nil && decoded.channels.count == channelCount)
    for (channel, samples) in decoded.channels.enumerated() {
      let expected = stride(from: channel, to: values.count, by: channelCount).map {
        Float(values[$0]) / 128
      }
      #expect(Samples.firstDifference(samples, expected) == nil, "channel \(channel)")
    }
  }

  @Test(arguments: formatSizes, bitCounts)
  func theFormatMayBeShortOrLong(size: Int, bits: Int) throws {
    for channelCount in [1, 2, 6] {
      let values = values(channelCount: channelCount)
      try check(
        file([
          WaveBytes.chunk("fmt ", format(size: size, bits: bits, channelCount: channelCount)),
          WaveBytes.chunk("data", bytes(values, bits: bits)),
        ]), values, channelCount: channelCount)
    }
  }

  @Test(arguments: formatSizes)
  func chunksOfOddLengthAreSkippedWithTheirPadByte(size: Int) throws {
    let values = values(channelCount: 1)
    let format = WaveBytes.chunk("fmt ", format(size: size, bits: 24, channelCount: 1))
    let data = WaveBytes.chunk("data", bytes(values, bits: 24))
    let odd = ["JUNK", "bext", "LIST", "what"].map {
      WaveBytes.chunk($0, [UInt8](repeating: 0x64, count: 29))
    }
    try check(file([odd[0], odd[1], format, data]), values, channelCount: 1)
    try check(file([format, odd[2], odd[3], data]), values, channelCount: 1)
    try check(file(odd + [format] + odd + [data, odd[2]]), values, channelCount: 1)
  }
}
