import AVFAudio
import TestSupport
import Testing

/// A seek lands on the frame that was asked for, to the sample.
struct SeekingTests {
  struct Container: Sendable, CustomStringConvertible {
    let fileName: String
    let options: [String]
    var description: String { fileName }
  }

  static let containers = [
    Container(fileName: "a.wav", options: ["-c:a", "pcm_s24le"]),
    Container(fileName: "a.w64", options: []),
    Container(fileName: "a.aiff", options: []),
    Container(fileName: "a.caf", options: []),
    Container(fileName: "a.flac", options: []),
    Container(fileName: "alac.m4a", options: ["-c:a", "alac"]),
    Container(fileName: "aac.m4a", options: ["-c:a", "aac", "-aac_pns", "0"]),
    Container(fileName: "a.mp3", options: []),
    Container(fileName: "a.ogg", options: ["-c:a", "libvorbis"]),
    Container(fileName: "a.opus", options: ["-c:a", "libopus"]),
    Container(fileName: "a.mka", options: ["-c:a", "flac"]),
    Container(fileName: "ima.wav", options: ["-c:a", "adpcm_ima_wav"]),
  ]

  @Test(arguments: containers)
  func samplesAfterASeekAreThoseOfTheWhole(_ container: Container) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 4, sampleRate: 48_000, in: folder)
    try FFmpegCommand.run(
      ["-i", "noise.wav"] + container.options + [container.fileName], in: folder)
    let whole = try DecodedAudio(folder.path(container.fileName)).channels[0]
    let decoder = try AudioDecoder(.file(path: folder.path(container.fileName)))
    var random = SeededGenerator(seed: 3)
    let targets =
      [150_000, 0, 149_999, 1, whole.count - 1]
      + (0..<8).map { _ in Int.random(in: 0..<whole.count, using: &random) }

    for target in targets {
      try decoder.seek(toFrame: Int64(target))
      #expect(try decoder.readBlock())
      #expect(decoder.blockFramePosition == Int64(target))
      let count = decoder.blockFrameCount
      let expected = Array(whole[target..<min(whole.count, target + count)])
      let samples = decoder.withChannel(0) { span in span.indices.map { span[$0] } }
      #expect(Samples.firstDifference(samples, expected) == nil, "after a seek to \(target)")
    }
  }

  @Test func seekPastTheEndGivesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WaveBytes.file([Int16](repeating: 1, count: 1000)), to: "a.wav")
    let decoder = try AudioDecoder(.file(path: path))

    try decoder.seek(toFrame: 1000)
    #expect(try !decoder.readBlock())
    try decoder.seek(toFrame: 999)
    #expect(try decoder.readBlock())
    #expect(decoder.blockFrameCount == 1)
  }

  @Test(arguments: ["a.wav", "a.flac", "a.mp3", "a.mka"])
  func aSeekFarPastTheEndGivesNothing(_ name: String) throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 2, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", name], in: folder)
    let decoder = try AudioDecoder(.file(path: folder.path(name)))
    for frame in [Int64(10_000_000), 1 << 50] {
      try decoder.seek(toFrame: frame)
      #expect(try !decoder.readBlock())
    }
    try decoder.seek(toFrame: 50_000)
    #expect(try decoder.readBlock())
    #expect(decoder.blockFramePosition == 50_000)
  }

  @Test func pipeCannotGoBack() throws {
    let folder = try TemporaryFolder()
    let bytes = WaveBytes.file((0..<40_000).map { Int16($0 / 2) })
    let pipe = try NamedPipe(feeding: bytes, in: folder)
    let decoder = try AudioDecoder(.file(path: pipe.path))

    try decoder.seek(toFrame: 30_000)
    #expect(try decoder.readBlock())
    #expect(decoder.blockFramePosition == 30_000)
    do throws(DecodeError) {
      try decoder.seek(toFrame: 5)
      Issue.record("A pipe went back.")
    } catch {
      #expect(error.reason == .notSeekable)
    }
  }
}
