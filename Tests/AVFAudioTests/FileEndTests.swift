import AVFAudio
import TestSupport
import Testing

/// Files that are shorter or longer than their headers say.
struct FileEndTests {
  struct Cut: Sendable, CustomStringConvertible {
    let fileName: String
    let options: [String]
    var description: String { fileName }
  }

  static let cuts = [
    Cut(fileName: "cut.wav", options: ["-c:a", "pcm_s16le"]),
    Cut(fileName: "cut-rf64.wav", options: ["-c:a", "pcm_s16le", "-rf64", "always"]),
    Cut(fileName: "cut.w64", options: ["-c:a", "pcm_s16le"]),
    Cut(fileName: "cut.aiff", options: ["-c:a", "pcm_s16be"]),
    Cut(fileName: "cut.caf", options: ["-c:a", "pcm_s16be"]),
    Cut(fileName: "cut.au", options: ["-c:a", "pcm_s16be"]),
    Cut(fileName: "cut.flac", options: ["-c:a", "flac"]),
    Cut(fileName: "cut.mp3", options: ["-c:a", "libmp3lame"]),
    Cut(fileName: "cut-vbr.mp3", options: ["-c:a", "libmp3lame", "-q:a", "4"]),
    Cut(fileName: "cut.m4a", options: ["-c:a", "aac", "-movflags", "+faststart"]),
    Cut(fileName: "cut-ima.wav", options: ["-c:a", "adpcm_ima_wav"]),
  ]

  @Test(arguments: cuts)
  func cutFileGivesItsSamplesThenSaysSo(_ cut: Cut) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 2, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav"] + cut.options + [cut.fileName], in: folder)
    let whole = try folder.bytes(of: cut.fileName)
    let full = try DecodedAudio(folder.path(cut.fileName))
    let path = try folder.write(Array(whole.prefix(whole.count * 6 / 10)), to: "x" + cut.fileName)

    let decoded = try DecodedAudio(path)

    let failure = try #require(decoded.failure)
    #expect(failure.reason == .endsEarly)
    #expect(full.failure == nil)
    #expect(decoded.frameCount > full.frameCount / 2)
    #expect(decoded.frameCount < full.frameCount * 3 / 4)
    let common = decoded.frameCount - 4096
    let difference = Samples.firstDifference(
      Array(decoded.channels[0].prefix(common)), Array(full.channels[0].prefix(common)))
    #expect(difference == nil)
  }

  @Test func cutMP3WithoutTagIsNoError() throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 2, in: folder)
    try FFmpegCommand.run(
      ["-i", "noise.wav", "-c:a", "libmp3lame", "-write_xing", "0", "a.mp3"], in: folder)
    let whole = try folder.bytes(of: "a.mp3")
    let path = try folder.write(Array(whole.prefix(whole.count * 6 / 10)), to: "b.mp3")

    let decoded = try DecodedAudio(path)

    #expect(decoded.failure == nil)
    #expect(decoded.frameCount > 44_100)
  }

  @Test(arguments: [UInt32.max, 0, 0x7FFF_F000, 0x7FFF_FFFF, 0xFFFF_FFDB])
  func sizeThatTheWriterLeftOpenMeansToTheEnd(_ declared: UInt32) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0 * 7) }
    let path = try folder.write(
      WaveBytes.file(samples, declaredByteCount: declared), to: "live.wav")

    let decoded = try DecodedAudio(path)

    #expect(decoded.failure == nil)
    let expected = samples.map { Float($0) / 32_768 }
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
  }

  @Test(arguments: ["wav", "flac", "mp3", "ogg", "matroska", "au", "mpegts"])
  func streamWrittenToAPipeIsWhole(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 1, in: folder)
    let bytes = try FFmpegCommand.run(["-i", "noise.wav", "-f", format, "-"], in: folder)
    let path = try folder.write(bytes, to: "piped")

    let decoded = try DecodedAudio(path)

    #expect(decoded.failure == nil)
    #expect(abs(decoded.frameCount - 44_100) <= 2400)
  }

  @Test func bytesAfterTheDeclaredSamplesAreNoAudio() throws {
    let folder = try TemporaryFolder()
    let samples = [Int16](repeating: 1000, count: 8000)
    let tail = WaveBytes.chunk("LIST", [UInt8](repeating: 0x55, count: 5001))
    let path = try folder.write(WaveBytes.file(samples) + tail, to: "list.wav")

    let decoded = try DecodedAudio(path)

    #expect(decoded.failure == nil)
    let expected = [Float](repeating: 1000 / 32_768, count: 8000)
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
  }

  @Test(.timeLimit(.minutes(1 * Sanitizer.patience)))
  func plainWAVPastFourGibibytesIsReadToItsEnd() throws {
    let folder = try TemporaryFolder()
    let byteCount: Int64 = 4 << 30 + 1 << 20
    let header = WaveBytes.file(
      [Int16](), sampleRate: 8000, declaredByteCount: UInt32(truncatingIfNeeded: byteCount))
    let path = try folder.write(header, to: "long.wav")
    try SparseFile.extend(path, to: byteCount + Int64(header.count))

    let decoder = try AudioDecoder(.file(path: path))
    #expect(decoder.sampleRate == 8000)
    try decoder.seek(toFrame: byteCount / 2 - 5000)
    var count = 0
    while try decoder.readBlock() { count += decoder.blockFrameCount }

    #expect(count == 5000)
  }

  @Test(.timeLimit(.minutes(1 * Sanitizer.patience)))
  func zerosAfterTheSamplesAreNotWalked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      WaveBytes.file([Int16](repeating: 5, count: 4000), sampleRate: 8000), to: "short.wav")
    try SparseFile.extend(path, to: 3 << 30)

    let decoded = try DecodedAudio(path)

    #expect(decoded.frameCount == 4000)
    #expect(decoded.failure == nil)
  }

  @Test(arguments: ["adpcm_ima_wav", "adpcm_ms"])
  func blockCodecIsCutToTheFactCount(_ codec: String) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<12_345).map { Int16(8000 * (($0 / 20) % 2 == 0 ? 1 : -1)) }
    _ = try folder.write(WaveBytes.file(samples), to: "base.wav")
    try FFmpegCommand.run(["-i", "base.wav", "-c:a", codec, "a.wav"], in: folder)

    // The command's own writer counts the padding; recorders count what was recorded.
    var bytes = try folder.bytes(of: "a.wav")
    let fact = try #require(bytes.firstRange(of: Array("fact".utf8))).upperBound + 4
    bytes.replaceSubrange(fact..<fact + 4, with: WaveBytes.little(UInt32(12_345)))
    _ = try folder.write(bytes, to: "a.wav")

    let decoded = try DecodedAudio(folder.path("a.wav"))
    let command = try FFmpegCommand.decode("a.wav", in: folder)

    #expect(decoded.failure == nil)
    #expect(decoded.frameCount == 12_345)
    let expected = Array(command.prefix(12_345))
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
  }
}
