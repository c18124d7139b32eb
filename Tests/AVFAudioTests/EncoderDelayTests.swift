import AVFAudio
import Testing

/// A click keeps its place, and a recording its length, through lossy codecs.
struct EncoderDelayTests {
  struct Codec: Sendable, CustomStringConvertible {
    let fileName: String
    let options: [String]
    /// How far the click may move, in frames.
    let clickTolerance: Int
    /// Whether the container tells the true length.
    let keepsLength: Bool
    var description: String { fileName }
  }

  static let codecs = [
    Codec(
      fileName: "a.flac", options: ["-c:a", "flac"], clickTolerance: 0, keepsLength: true),
    Codec(
      fileName: "a.mp3", options: ["-c:a", "libmp3lame", "-b:a", "192k"], clickTolerance: 16,
      keepsLength: true),
    Codec(
      fileName: "no-tag.mp3", options: ["-c:a", "libmp3lame", "-write_xing", "0"],
      clickTolerance: 2880, keepsLength: false),
    Codec(fileName: "a.m4a", options: ["-c:a", "aac"], clickTolerance: 16, keepsLength: true),
    Codec(fileName: "a.opus", options: ["-c:a", "libopus"], clickTolerance: 16, keepsLength: true),
    Codec(
      fileName: "a.ogg", options: ["-c:a", "libvorbis"], clickTolerance: 16, keepsLength: true),
    Codec(
      fileName: "a.caf", options: ["-c:a", "alac"], clickTolerance: 0, keepsLength: true),
    Codec(
      fileName: "opus.mka", options: ["-c:a", "libopus"], clickTolerance: 48, keepsLength: true),
  ]

  @Test(arguments: codecs)
  func clickAndLengthAreThoseOfTheOriginal(_ codec: Codec) throws {
    let folder = try TemporaryFolder()
    let sampleRate = 48_000
    let click = 2 * sampleRate
    let count = 148_123
    let original = WaveBytes.file(
      Recordings.click(atFrame: click, of: count), sampleRate: UInt32(sampleRate))
    _ = try folder.write(original, to: "click.wav")
    try FFmpegCommand.run(["-i", "click.wav"] + codec.options + [codec.fileName], in: folder)

    let decoded = try DecodedAudio(folder.path(codec.fileName))

    let found = Recordings.loudestFrame(of: decoded.channels[0])
    #expect(abs(found - (click + 4)) <= 4 + codec.clickTolerance)
    #expect(decoded.failure == nil)
    if codec.keepsLength { #expect(decoded.frameCount == count) }
  }

  @Test func editListThatCutsTheStartIsFollowed() throws {
    let folder = try TemporaryFolder()
    let sampleRate = 48_000
    let original = WaveBytes.file(
      Recordings.click(atFrame: 2 * sampleRate, of: 3 * sampleRate), sampleRate: 48_000)
    _ = try folder.write(original, to: "click.wav")
    try FFmpegCommand.run(["-i", "click.wav", "-c:a", "alac", "whole.m4a"], in: folder)
    try FFmpegCommand.run(
      [
        "-ss", "1.5", "-i", "whole.m4a", "-c:a", "copy", "-avoid_negative_ts", "disabled",
        "cut.m4a",
      ],
      in: folder)

    let decoded = try DecodedAudio(folder.path("cut.m4a"))
    let command = try FFmpegCommand.decode("cut.m4a", in: folder)

    #expect(
      Recordings.loudestFrame(of: decoded.channels[0]) == Recordings.loudestFrame(of: command))
  }
}
