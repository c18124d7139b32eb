import AVFAudio
import TestSupport
import Testing

/// Files with damage inside: what can be heard is heard, nothing crashes, nothing hangs.
struct DamagedFileTests {
  private func zeroing(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    for index in range { damaged[index] = 0 }
    return damaged
  }

  @Test(arguments: ["flac", "mp3", "ogg", "aac"])
  func soundAfterADamagedStretchIsDecoded(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 4, in: folder)
    // Without noise substitution, which draws random numbers, AAC decodes to the same samples.
    let options = format == "aac" ? ["-aac_pns", "0"] : []
    try FFmpegCommand.run(["-i", "noise.wav"] + options + ["a.\(format)"], in: folder)
    let bytes = try folder.bytes(of: "a.\(format)")
    let middle = bytes.count / 2
    let path = try folder.write(zeroing(middle..<middle + 400, of: bytes), to: "b.\(format)")

    let whole = try DecodedAudio(folder.path("a.\(format)"))
    let damaged = try DecodedAudio(path)

    // An Ogg page, which is lost as a whole, holds up to a second.
    #expect(damaged.failure == nil)
    #expect(damaged.frameCount > whole.frameCount - 48_000)
    let start = damaged.frameCount - 20_000
    let piece = Array(damaged.channels[0][start..<start + 64])
    let original = whole.channels[0]
    let places = start..<min(start + 48_000, original.count - 64)
    let isFound = places.contains { place in
      piece.indices.allSatisfy { abs(original[place + $0] - piece[$0]) < 1e-4 }
    }
    #expect(isFound)
  }

  @Test func damagedFLACFrameIsLeftOutAndCounted() throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 4, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", "a.flac"], in: folder)
    let bytes = try folder.bytes(of: "a.flac")
    let middle = bytes.count / 2
    let path = try folder.write(zeroing(middle..<middle + 400, of: bytes), to: "b.flac")

    let whole = try DecodedAudio(folder.path("a.flac"))
    let damaged = try DecodedAudio(path)

    #expect(damaged.damagedPacketCount > 0)
    // Nothing that was decoded is noise: each sample is one of the original's.
    let lost = whole.frameCount - damaged.frameCount
    #expect(lost > 0 && lost <= 2 * 4608)
  }

  @Test func damageUpToTheEndIsAnErrorAfterTheSoundBeforeIt() throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 4, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", "a.flac"], in: folder)
    let bytes = try folder.bytes(of: "a.flac")
    let path = try folder.write(zeroing(bytes.count / 2..<bytes.count, of: bytes), to: "b.flac")

    let damaged = try DecodedAudio(path)

    #expect(damaged.frameCount > 60_000)
    #expect(damaged.failure != nil)
  }

  @Test(
    .timeLimit(.minutes(2 * Sanitizer.patience)),
    arguments: ["wav", "mp3", "flac", "m4a", "ogg", "caf", "mka"])
  func randomDamageNeitherCrashesNorHangs(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 0.3, sampleRate: 16_000, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", "-b:a", "32k", "a.\(format)"], in: folder)
    let bytes = try folder.bytes(of: "a.\(format)")
    var random = SeededGenerator(seed: 2026)

    for round in 0..<60 {
      let damaged = mutate(bytes, round: round, using: &random)
      let path = try folder.write(damaged, to: "damaged")
      let clock = ContinuousClock()
      let duration = clock.measure {
        guard let decoder = try? AudioDecoder(.file(path: path)) else { return }
        while (try? decoder.readBlock()) == true {
          let isFinite = decoder.withChannel(0) { FiniteCheck.isFinite($0) }
          #expect(isFinite)
        }
      }
      #expect(duration < .seconds(10), "round \(round)")
    }
  }

  /// Flipped bits, copied stretches, cuts, and absurd numbers in the header.
  private func mutate(
    _ bytes: [UInt8], round: Int, using random: inout SeededGenerator
  ) -> [UInt8] {
    var damaged = bytes
    switch round % 4 {
    case 0:
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case 1:
      for _ in 0..<8 {
        let index = Int.random(in: 0..<min(600, damaged.count), using: &random)
        damaged[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
      }
    case 2:
      damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random))
    default:
      let start = Int.random(in: damaged.indices, using: &random)
      let piece = damaged[start..<min(damaged.count, start + 200)]
      damaged.insert(contentsOf: piece, at: Int.random(in: damaged.indices, using: &random))
    }
    return damaged
  }
}

/// Whether samples can go on to a model.
enum FiniteCheck {
  static func isFinite(_ samples: Span<Float>) -> Bool {
    for index in samples.indices where !samples[index].isFinite { return false }
    return true
  }
}
