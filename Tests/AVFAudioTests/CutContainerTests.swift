import AVFAudio
import Testing

/// Containers that end without FFmpeg noticing: they themselves say how long they are.
struct CutContainerTests {
  struct Kind: Sendable, CustomStringConvertible {
    let fileName: String
    let codec: [String]
    /// The muxer that writes the same to a pipe.
    let muxer: String
    var description: String { fileName }
  }

  static let kinds = [
    Kind(fileName: "a.mkv", codec: ["-c:a", "aac"], muxer: "matroska"),
    Kind(fileName: "b.mkv", codec: ["-c:a", "pcm_s16le"], muxer: "matroska"),
    Kind(fileName: "a.webm", codec: ["-c:a", "libopus"], muxer: "webm"),
    Kind(fileName: "a.wma", codec: ["-c:a", "wmav2"], muxer: "asf"),
    Kind(fileName: "a.ogg", codec: ["-c:a", "libvorbis"], muxer: "ogg"),
    Kind(fileName: "a.opus", codec: ["-c:a", "libopus"], muxer: "opus"),
    Kind(fileName: "b.ogg", codec: ["-c:a", "flac"], muxer: "ogg"),
  ]

  private func encode(_ kind: Kind, in folder: TemporaryFolder) throws -> [UInt8] {
    try Recordings.noise(seconds: 6, sampleRate: 48_000, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav"] + kind.codec + [kind.fileName], in: folder)
    return try folder.bytes(of: kind.fileName)
  }

  @Test(arguments: kinds, [0.5, 0.9, 0.99])
  func aCutFileGivesItsSoundThenSaysSo(_ kind: Kind, share: Double) throws {
    let folder = try TemporaryFolder()
    let whole = try encode(kind, in: folder)
    let full = try DecodedAudio(folder.path(kind.fileName))
    #expect(full.failure == nil && abs(full.frameCount - 288_000) < 4000)
    let count = Int(Double(whole.count) * share)
    let cut = try DecodedAudio(folder.write(Array(whole.prefix(count)), to: "cut"))
    #expect(cut.failure?.reason == .endsEarly)
    #expect(cut.failure?.description.hasPrefix(folder.path("cut") + ": ends early: found ") == true)
    #expect(cut.frameCount > full.frameCount / 4 && cut.frameCount <= full.frameCount)
  }

  @Test(arguments: kinds)
  func whatWasWrittenLiveIsWhole(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    _ = try encode(kind, in: folder)
    let live = try FFmpegCommand.run(
      ["-i", "noise.wav"] + kind.codec + ["-f", kind.muxer, "-"], in: folder)
    #expect(try DecodedAudio(folder.write(live, to: "live")).failure == nil)
  }

  /// A live stream says nothing of its length, so that nobody can tell that it was cut.
  @Test(arguments: kinds.filter { !$0.muxer.hasPrefix("o") })
  func whatWasWrittenLiveMayEndAnywhere(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    _ = try encode(kind, in: folder)
    let live = try FFmpegCommand.run(
      ["-i", "noise.wav"] + kind.codec + ["-f", kind.muxer, "-"], in: folder)
    let cut = try DecodedAudio(folder.write(Array(live.prefix(live.count / 2)), to: "cut"))
    #expect(cut.failure == nil)
    #expect(cut.frameCount > 48_000)
  }

  @Test(arguments: kinds)
  func aPipeIsNoFalseAlarm(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let whole = try encode(kind, in: folder)
    let pipe = try NamedPipe(feeding: whole, in: folder)
    let decoded = try DecodedAudio(pipe.path)
    #expect(decoded.failure == nil)
    #expect(abs(decoded.frameCount - 288_000) < 4000)
  }

  @Test func aFileWithSomethingAfterItsEndIsWhole() throws {
    let folder = try TemporaryFolder()
    for kind in [Self.kinds[0], Self.kinds[3], Self.kinds[4]] {
      let bytes = try encode(kind, in: folder) + [UInt8](repeating: 0, count: 5000)
      #expect(try DecodedAudio(folder.write(bytes, to: "more")).failure == nil, "\(kind)")
    }
  }
}
