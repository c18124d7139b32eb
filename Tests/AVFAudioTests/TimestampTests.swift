import AVFAudio
import TestSupport
import Testing

/// Sound is where a player would play it, whatever is missing before it.
struct TimestampTests {
  /// Reads a file; gives the frame of its loudest sample and its gaps.
  private func read(_ path: String) throws -> (loudest: Int64, end: Int64, gaps: [AudioGap]) {
    let decoder = try AudioDecoder(.file(path: path))
    var loudest: (frame: Int64, level: Float) = (0, 0)
    var end: Int64 = 0
    while try decoder.readBlock() {
      #expect(decoder.blockFramePosition >= end)
      end = decoder.blockFramePosition + Int64(decoder.blockFrameCount)
      decoder.withChannel(0) { samples in
        for index in samples.indices where abs(samples[index]) > loudest.level {
          loudest = (decoder.blockFramePosition + Int64(index), abs(samples[index]))
        }
      }
    }
    return (loudest.frame, end, decoder.gaps)
  }

  /// Quiet noise for ten seconds with a click at 8 s.
  private func makeClick(in folder: TemporaryFolder, sampleRate: Int = 48_000) throws {
    var random = SeededGenerator(seed: 9)
    var samples = (0..<10 * sampleRate).map { _ in Int16.random(in: -900...900, using: &random) }
    for index in 0..<8 { samples[8 * sampleRate + index] = 30_000 }
    _ = try folder.write(
      WaveBytes.file(samples, sampleRate: UInt32(sampleRate)), to: "click.wav")
  }

  @Test(arguments: [
    ("mkv", "aac"), ("mkv", "libopus"), ("mkv", "pcm_s16le"), ("mp4", "aac"), ("ts", "aac"),
    ("webm", "libvorbis"),
  ])
  func soundAfterAHoleKeepsItsTime(_ container: String, _ codec: String) throws {
    let folder = try TemporaryFolder()
    try makeClick(in: folder)
    try FFmpegCommand.run(
      [
        "-i", "click.wav", "-af", "aselect='not(between(t,3,6))'", "-c:a", codec,
        "gap.\(container)",
      ], in: folder)

    let result = try read(folder.path("gap.\(container)"))

    // The filter drops blocks of 1024 frames, a codec's packet and look-ahead have as many again,
    // and Matroska counts in milliseconds.
    #expect(abs(result.loudest - 384_004) <= 1500)
    #expect(abs(result.end - 480_000) <= 3200)
    let gap = try #require(result.gaps.first)
    #expect(result.gaps.count == 1)
    #expect(gap.reason == .hole)
    #expect(abs(gap.start - 144_000) <= 3200)
    #expect(abs(gap.frameCount - 144_000) <= 3200)
  }

  @Test(arguments: ["mkv", "mp4", "ts"])
  func soundThatStartsAfterTheVideoKeepsItsTime(_ container: String) throws {
    let folder = try TemporaryFolder()
    try makeClick(in: folder)
    try FFmpegCommand.run(
      [
        "-f", "lavfi", "-i", "testsrc=d=10:s=64x64:r=10", "-itsoffset", "1.5", "-i", "click.wav",
        "-map", "0", "-map", "1", "-c:v", "mpeg4", "-c:a", "aac", "late.\(container)",
      ], in: folder)

    let result = try read(folder.path("late.\(container)"))

    #expect(abs(result.loudest - (384_004 + 72_000)) <= 2500)
    #expect(result.gaps.first?.reason == .lateStart)
    #expect(abs((result.gaps.first?.frameCount ?? 0) - 72_000) <= 2500)
  }

  @Test(arguments: [
    ("flac", ["-c:a", "flac"], 8), ("mp3", ["-c:a", "libmp3lame", "-b:a", "128k"], 1300),
    ("ogg", ["-c:a", "libvorbis"], 1300), ("opus", ["-c:a", "libopus"], 1300),
    ("aac", ["-c:a", "aac"], 2100), ("m4a", ["-c:a", "aac", "-movflags", "faststart"], 64),
  ])
  func soundAfterDamageKeepsItsTime(
    _ format: String, _ options: [String], _ tolerance: Int64
  ) throws {
    let folder = try TemporaryFolder()
    try makeClick(in: folder)
    try FFmpegCommand.run(["-i", "click.wav"] + options + ["a.\(format)"], in: folder)
    let whole = try read(folder.path("a.\(format)"))
    for byteCount in format == "aac" ? [400] : [400, 6000] {
      var bytes = try folder.bytes(of: "a.\(format)")
      for index in 0..<byteCount { bytes[bytes.count / 2 + index] = 0 }
      let path = try folder.write(bytes, to: "b.\(format)")

      let damaged = try read(path)

      #expect(abs(damaged.loudest - whole.loudest) <= tolerance, "\(byteCount) bytes")
    }
  }

  @Test func joinedMP3FilesHaveNoGap() throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 2, in: folder)
    try FFmpegCommand.run(
      ["-i", "noise.wav", "-metadata", "title=A rather long title", "a.mp3"], in: folder)
    let bytes = try folder.bytes(of: "a.mp3")
    let path = try folder.write(bytes + bytes, to: "joined.mp3")

    let result = try read(path)

    #expect(result.gaps.isEmpty)
    #expect(abs(result.end - 176_400) <= 5000)
  }

  @Test func wholeFilesHaveNoGaps() throws {
    let folder = try TemporaryFolder()
    try makeClick(in: folder)
    for name in ["a.mp3", "a.m4a", "a.flac", "a.ogg", "a.opus", "a.mkv", "a.ts", "a.aiff"] {
      try FFmpegCommand.run(["-i", "click.wav", name], in: folder)
      let result = try read(folder.path(name))
      #expect(result.gaps.isEmpty, "\(name)")
    }
  }
}
