import AVFAudio
import Foundation
import TestSupport
import Testing

/// Inputs that are no sound: each is refused with one clear line.
struct BadInputTests {
  private func failure(opening path: String) -> DecodeError? {
    do throws(DecodeError) {
      _ = try AudioDecoder(.file(path: path))
      return nil
    } catch {
      return error
    }
  }

  @Test func missingFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("nowhere.wav")
    #expect(failure(opening: path)?.description == "\(path): no such file")
  }

  @Test func directoryIsNamed() throws {
    let folder = try TemporaryFolder()
    #expect(
      failure(opening: folder.url.path)?.description
        == "\(folder.url.path): is a directory, not an audio file")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func unreadableFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WaveBytes.file([Int16](repeating: 1, count: 10)), to: "a.wav")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(failure(opening: path)?.reason == .notReadable)
  }

  @Test func emptyFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "empty.wav")
    #expect(failure(opening: path)?.description == "\(path): the file is empty")
  }

  @Test(arguments: ["RIFF\u{4}", "RIF", "x"])
  func fewBytesAreNoAudio(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "a.wav")
    #expect(failure(opening: path)?.reason == .notAudio)
  }

  @Test func headerWithoutSamplesHoldsNoAudio() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WaveBytes.file([Int16]()), to: "header.wav")
    #expect(failure(opening: path)?.reason == .noSamples)
  }

  @Test func textNamedWAVIsNoAudio() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "# Notes\n\nThis is a text about sounds, no sound.\n", count: 400)
    let path = try folder.write(Array(text.utf8), to: "text.wav")
    #expect(
      failure(opening: path)?.description
        == "\(path): not an audio file: found text, expected a recording or a video")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func randomBytesAreNoAudio(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let path = try folder.write(bytes, to: "noise.mp3")
    let error = try #require(failure(opening: path))
    #expect([.notAudio, .corrupt].contains(error.reason))
  }

  @Test func zerosAreNoAudio() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 0, count: 300_000), to: "zeros.mp3")
    #expect(failure(opening: path)?.reason == .notAudio)
  }

  @Test func videoWithoutSoundListsItsStreams() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-an", "-c:v", "mpeg4", "mute.mp4"], in: folder)
    let error = try #require(failure(opening: folder.path("mute.mp4")))
    #expect(error.reason == .noAudioTrack)
    #expect(error.description.contains("video (mpeg4)"))
  }

  @Test(arguments: [
    (UInt32(0), UInt16(1), "0 Hz"), (44_100, 0, "0 channels"), (1, 1, "1 Hz"),
    (4_000_000_000, 1, "4000000000 Hz"), (44_100, 40_000, "40000 channels"),
  ])
  func impossibleFormatIsNamed(
    _ sampleRate: UInt32, _ channelCount: UInt16, _ found: String
  ) throws {
    let folder = try TemporaryFolder()
    let bytes = WaveBytes.file(
      formatTag: 1, bitsPerSample: 16, data: [UInt8](repeating: 1, count: 160_000),
      sampleRate: sampleRate, channelCount: channelCount, declaredByteCount: 160_000)
    let path = try folder.write(bytes, to: "a.wav")
    let error = try #require(failure(opening: path))
    #expect(error.reason == .invalidFormat)
    #expect(error.found == found)
  }

  @Test func unknownCodecIsRefused() throws {
    let folder = try TemporaryFolder()
    let bytes = WaveBytes.file(
      formatTag: 0x7A7A, bitsPerSample: 16, data: [UInt8](repeating: 1, count: 16_000),
      sampleRate: 16_000, channelCount: 1, declaredByteCount: 16_000)
    let path = try folder.write(bytes, to: "a.wav")
    let error = try #require(failure(opening: path))
    #expect(error.reason == .unsupportedCodec)
  }

  @Test func playlistIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    try Recordings.sine(seconds: 1, in: folder)
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:1,\nbase.wav\n#EXT-X-ENDLIST\n"
    let path = try folder.write(Array(list.utf8), to: "list.m3u8")
    #expect(failure(opening: path)?.reason == .playlist)
    let script = "ffconcat version 1.0\nfile base.wav\n"
    #expect(
      failure(opening: try folder.write(Array(script.utf8), to: "list.wav"))?.reason == .playlist)
  }

  @Test func trackThatIsNotThereIsRefused() throws {
    let folder = try TemporaryFolder()
    try Recordings.sine(seconds: 0.1, in: folder)
    do throws(DecodeError) {
      _ = try AudioDecoder(.file(path: folder.path("base.wav")), trackIndex: 1)
      Issue.record("The file has one track.")
    } catch {
      #expect(error.reason == .noSuchTrack)
    }
  }

  @Test func controlCharactersOfAPathStayOnOneLine() throws {
    #expect(
      failure(opening: "/nowhere/a\nb.wav")?.description == #"/nowhere/a\nb.wav: no such file"#)
  }
}
