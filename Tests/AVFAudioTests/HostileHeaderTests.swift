import AVFAudio
import Testing

/// Headers whose 64-bit fields hold what no recording reaches: sound or an error, never a crash.
struct HostileHeaderTests {
  static let sizes: [Int64] = [
    -1, 0, 1, 1 << 31, 1 << 46, 1 << 53, 1 << 62, .max - 1, .max, .min,
  ]

  private func bytes<Value: FixedWidthInteger>(_ value: Value, bigEndian: Bool = false) -> [UInt8] {
    let all = (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value($0 * 8)) }
    return bigEndian ? all.reversed() : all
  }

  /// A second of 8-bit silence.
  private let samples = [UInt8](repeating: 0x80, count: 8000)

  /// Decodes to the end; what comes must be the sound or a part of it, or an error that says so.
  private func expectSoundOrError(_ path: String) {
    do {
      let audio = try DecodedAudio(path)
      #expect(audio.frameCount <= 48_000 * 60)
    } catch {
      #expect(error is DecodeError)
    }
  }

  @Test(arguments: sizes, [UInt32(100), 8000])
  func rf64Size(_ size: Int64, sampleRate: UInt32) throws {
    let folder = try TemporaryFolder()
    let sizes = bytes(size) + bytes(size) + bytes(size) + bytes(UInt32(0))
    let format =
      bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(sampleRate) + bytes(sampleRate)
      + bytes(UInt16(1)) + bytes(UInt16(8))
    let file =
      Array("RF64".utf8) + bytes(UInt32.max) + Array("WAVEds64".utf8) + bytes(UInt32(28)) + sizes
      + Array("fmt ".utf8) + bytes(UInt32(16)) + format + Array("data".utf8) + bytes(UInt32.max)
      + samples
    expectSoundOrError(try folder.write(file, to: "a.wav"))
  }

  @Test(arguments: sizes, [100.0, 8000, 1e300, .nan, -1])
  func cafSize(_ size: Int64, sampleRate: Double) throws {
    let folder = try TemporaryFolder()
    let description =
      bytes(sampleRate.bitPattern, bigEndian: true) + Array("lpcm".utf8)
      + [0, 1, 1, 1, 8].flatMap { bytes(UInt32($0), bigEndian: true) }
    let file =
      Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + bytes(Int64(32), bigEndian: true)
      + description + Array("data".utf8) + bytes(size, bigEndian: true) + [0, 0, 0, 0] + samples
    expectSoundOrError(try folder.write(file, to: "a.caf"))
  }

  /// The clock of one cluster of a Matroska file, in milliseconds.
  @Test(arguments: sizes)
  func matroskaClusterTime(_ time: Int64) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 12, in: folder)
    try FFmpegCommand.run(
      ["-i", "noise.wav", "-c:a", "libopus", "-cluster_time_limit", "500", "a.mkv"], in: folder)
    var file = try folder.bytes(of: "a.mkv")
    // A checksum (6 bytes) and a time of two bytes (E7 82 hh ll) give room for a time of eight.
    let place = try #require(
      file.indices.dropLast(10).dropFirst(500).first { index in
        file[index] == 0xBF && file[index + 1] == 0x84 && file[index + 6] == 0xE7
          && file[index + 7] == 0x82
      })
    file.replaceSubrange(place..<place + 10, with: [0xE7, 0x88] + bytes(time, bigEndian: true))
    expectSoundOrError(try folder.write(file, to: "b.mkv"))
  }
}
