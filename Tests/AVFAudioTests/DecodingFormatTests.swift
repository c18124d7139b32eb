import AVFAudio
import Testing

/// What is decoded equals, sample by sample, what the ffmpeg command decodes.
struct DecodingFormatTests {
  struct Encoding: Sendable, CustomStringConvertible {
    let fileName: String
    let options: [String]
    var description: String { fileName }

    init(_ fileName: String, _ options: String) {
      self.fileName = fileName
      self.options = options.split(separator: " ").map(String.init)
    }
  }

  static let encodings = [
    Encoding("u8.wav", "-c:a pcm_u8"),
    Encoding("s16.wav", "-c:a pcm_s16le"),
    Encoding("s24.wav", "-c:a pcm_s24le"),
    Encoding("s24-six-channels.wav", "-c:a pcm_s24le -ac 6"),
    Encoding("s32.wav", "-c:a pcm_s32le"),
    Encoding("f32.wav", "-c:a pcm_f32le"),
    Encoding("f64.wav", "-c:a pcm_f64le"),
    Encoding("alaw.wav", "-c:a pcm_alaw"),
    Encoding("mulaw.wav", "-c:a pcm_mulaw"),
    Encoding("rf64.wav", "-c:a pcm_s16le -rf64 always"),
    Encoding("s16.w64", "-c:a pcm_s16le"),
    Encoding("s24.aiff", "-c:a pcm_s24be"),
    Encoding("s16.caf", "-c:a pcm_s16be"),
    Encoding("alac.caf", "-c:a alac"),
    Encoding("s16.au", "-c:a pcm_s16be"),
    Encoding("s16.flac", "-c:a flac -sample_fmt s16"),
    Encoding("s24.flac", "-c:a flac -sample_fmt s32"),
    Encoding("flac.ogg", "-c:a flac"),
    Encoding("alac.m4a", "-c:a alac"),
    Encoding("lame.mp3", "-c:a libmp3lame -b:a 128k"),
    Encoding("no-tag.mp3", "-c:a libmp3lame -b:a 128k -write_xing 0"),
    Encoding("layer2.mp2", "-c:a mp2 -ac 2"),
    Encoding("aac.aac", "-c:a aac"),
    Encoding("vorbis.ogg", "-c:a libvorbis"),
    Encoding("opus.opus", "-c:a libopus"),
    Encoding("opus.webm", "-c:a libopus"),
    Encoding("vorbis.mkv", "-c:a libvorbis"),
    Encoding("wma.wma", "-c:a wmav2"),
    Encoding("ac3.ac3", "-c:a ac3"),
    Encoding("s16.avi", "-c:a pcm_s16le"),
    Encoding("mp3-in-wav.wav", "-c:a libmp3lame"),
    Encoding("wavpack.wv", "-c:a wavpack"),
    Encoding("aac.ts", "-c:a aac"),
  ]

  @Test(arguments: encodings)
  func samplesEqualThoseOfTheCommand(_ encoding: Encoding) throws {
    let folder = try TemporaryFolder()
    try makeRecording(in: folder)
    try FFmpegCommand.run(
      ["-i", "source.wav"] + encoding.options + [encoding.fileName], in: folder)
    try expectSamplesOfTheCommand(encoding.fileName, in: folder)
  }

  /// As a digital connector carries them, or a disc holds them, in what calls itself 16-bit samples.
  @Test(arguments: [
    Encoding("ac3.spdif", "-c:a ac3"), Encoding("dts.spdif", "-c:a dca -strict -2"),
    Encoding("disc.dts", "-c:a dca -strict -2"),
  ])
  func codecsThatHideInWholeNumbersAreFound(_ encoding: Encoding) throws {
    let folder = try TemporaryFolder()
    try makeRecording(in: folder)
    let name = encoding.fileName
    try FFmpegCommand.run(["-i", "source.wav"] + encoding.options + [name], in: folder)
    try FFmpegCommand.run(
      ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", name, "-c:a", "pcm_s16le", "hidden.wav"],
      in: folder)
    try expectSamplesOfTheCommand("hidden.wav", in: folder)
  }

  private func expectSamplesOfTheCommand(_ name: String, in folder: TemporaryFolder) throws {
    let decoded = try DecodedAudio(folder.path(name))
    let expected = try FFmpegCommand.decode(name, in: folder)

    #expect(decoded.failure == nil)
    #expect(decoded.damagedPacketCount == 0)
    #expect(decoded.interleaved.count == expected.count)
    #expect(Samples.firstDifference(decoded.interleaved, expected) == nil)
  }

  /// Noise and a tone, stereo, with a length that no codec's frame divides.
  private func makeRecording(in folder: TemporaryFolder) throws {
    let graph =
      "anoisesrc=r=48000:a=0.2:seed=7:d=0.4321[n];sine=f=440:r=48000:d=0.4321[s];"
      + "[n][s]amerge=inputs=2,pan=stereo|c0=c0|c1=c1"
    try FFmpegCommand.run(
      ["-filter_complex", graph, "-c:a", "pcm_s16le", "source.wav"], in: folder)
  }
}
