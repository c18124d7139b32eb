import AVFAudio
import Foundation
import Testing

/// Pipes, odd names, and files that hold more than one track.
struct AudioSourceTests {
  @Test(arguments: [
    "-rf $(touch pwn) ünï, \"q\" 犬.wav", "line\nbreak.wav", "UPPER.WAV", "no extension", "a.mp3",
    "http:x.wav", "concat:a|b.wav", "%d.wav", "[1].wav",
  ])
  func contentDecidesWhateverTheName(_ name: String) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<3000).map { Int16($0) }
    let path = try folder.write(WaveBytes.file(samples), to: name)

    let decoded = try DecodedAudio(path)

    let expected = samples.map { Float($0) / 32_768 }
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path("pwn")))
  }

  @Test(arguments: ["mp3", "m4a", "flac", "aac", "ogg", "wav"])
  func contentBehindAnotherNameIsDecoded(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.sine(seconds: 0.5, in: folder)
    try FFmpegCommand.run(["-i", "base.wav", "true.\(format)"], in: folder)
    let truth = try DecodedAudio(folder.path("true.\(format)"))
    for name in ["lie.wav", "none", "LIE.MP3", "lie.m4a", "lie.txt"] {
      let lie = try DecodedAudio(
        try folder.write(folder.bytes(of: "true.\(format)"), to: name))
      #expect(Samples.firstDifference(lie.channels[0], truth.channels[0]) == nil, "\(name)")
    }
  }

  @Test(arguments: ["wav", "mp3", "flac", "ogg", "mpegts", "matroska", "aiff"])
  func pipeGivesTheSameAsAFile(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 1, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", "-f", format, "file"], in: folder)
    let pipe = try NamedPipe(feeding: folder.bytes(of: "file"), in: folder)

    let piped = try DecodedAudio(pipe.path)
    let direct = try DecodedAudio(folder.path("file"))

    #expect(piped.failure == nil)
    #expect(Samples.firstDifference(piped.channels[0], direct.channels[0]) == nil)
  }

  @Test func cutWAVOnAPipeIsNoticed() throws {
    let folder = try TemporaryFolder()
    let bytes = WaveBytes.file([Int16](repeating: 9, count: 40_000))
    let pipe = try NamedPipe(feeding: Array(bytes.prefix(50_044)), in: folder)

    let piped = try DecodedAudio(pipe.path)

    #expect(piped.frameCount == 25_000)
    #expect(piped.failure?.reason == .endsEarly)
  }

  @Test func emptyPipeIsEmpty() throws {
    let folder = try TemporaryFolder()
    let pipe = try NamedPipe(feeding: [], in: folder)
    #expect(throws: DecodeError(.empty, in: .file(path: pipe.path))) {
      _ = try AudioDecoder(.file(path: pipe.path))
    }
  }

  @Test(arguments: ["mp3", "m4a", "flac"])
  func coverPictureChangesNothing(_ format: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.sine(seconds: 0.5, in: folder)
    // Noise does not compress: the picture is larger than what a probe looks at.
    try FFmpegCommand.run(
      [
        "-f", "lavfi", "-i", "nullsrc=s=1400x1000,geq=random(1)*255:128:128", "-frames:v", "1",
        "-q:v", "1", "cover.jpg",
      ], in: folder)
    try FFmpegCommand.run(["-i", "base.wav", "plain.\(format)"], in: folder)
    try FFmpegCommand.run(
      [
        "-i", "plain.\(format)", "-i", "cover.jpg", "-map", "0:a", "-map", "1:v", "-c", "copy",
        "-disposition:v", "attached_pic", "-id3v2_version", "3", "cover.\(format)",
      ], in: folder)

    let plain = try DecodedAudio(folder.path("plain.\(format)"))
    let covered = try DecodedAudio(folder.path("cover.\(format)"))

    #expect(covered.failure == nil)
    #expect(Samples.firstDifference(covered.channels[0], plain.channels[0]) == nil)
  }

  @Test func aPictureInTheCommentsOfAnOggFileChangesNothing() throws {
    let folder = try TemporaryFolder()
    try Recordings.sine(seconds: 0.5, in: folder)
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc=s=64x64", "-frames:v", "1", "c.png"], in: folder)
    // A picture block as in FLAC, in base64: type, media type, description, size, depth, colours, data.
    func number(_ value: Int) -> [UInt8] { WaveBytes.little(UInt32(value)).reversed() }
    let picture = try folder.bytes(of: "c.png")
    let block =
      number(3) + number(9) + Array("image/png".utf8) + number(0) + number(64) + number(64)
      + number(24) + number(0) + number(picture.count) + picture
    let comment = "METADATA_BLOCK_PICTURE=\(Data(block).base64EncodedString())"
    try FFmpegCommand.run(["-i", "base.wav", "-c:a", "libvorbis", "plain.ogg"], in: folder)
    try FFmpegCommand.run(
      ["-i", "base.wav", "-c:a", "libvorbis", "-metadata", comment, "cover.ogg"], in: folder)
    let plain = try DecodedAudio(folder.path("plain.ogg"))
    let cover = try DecodedAudio(folder.path("cover.ogg"))
    #expect(cover.failure == nil)
    #expect(Samples.firstDifference(cover.channels[0], plain.channels[0]) == nil)
  }

  @Test func soundOfAVideoIsDecodedAndATrackCanBeChosen() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      [
        "-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-f", "lavfi", "-i",
        "anullsrc=r=16000:cl=mono", "-f", "lavfi", "-i", "sine=f=700:r=16000:d=1", "-map", "0",
        "-map", "1", "-map", "2", "-t", "1", "-c:v", "mpeg4", "-c:a", "pcm_s16le", "two.mkv",
      ], in: folder)

    let first = try DecodedAudio(folder.path("two.mkv"))
    let second = try DecodedAudio(folder.path("two.mkv"), trackIndex: 1)

    #expect(first.channels[0].allSatisfy { $0 == 0 })
    #expect(second.channels[0].contains { $0 > 0.1 })
    #expect(second.frameCount == 16_000)
  }

  @Test func chunksBeforeTheFormatAreSkipped() throws {
    let folder = try TemporaryFolder()
    let samples = (0..<500).map { Int16($0) }
    let junk =
      WaveBytes.chunk("JUNK", [UInt8](repeating: 7, count: 29))
      + WaveBytes.chunk("bext", [UInt8](repeating: 0, count: 602))
    let path = try folder.write(
      WaveBytes.file(samples, chunksBeforeFormat: junk), to: "junk.wav")

    let decoded = try DecodedAudio(path)

    let expected = samples.map { Float($0) / 32_768 }
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
    #expect(decoded.failure == nil)
  }
}
