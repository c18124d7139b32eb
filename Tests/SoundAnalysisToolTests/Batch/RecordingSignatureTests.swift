import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct RecordingSignatureTests {
  @Test(arguments: [
    "RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt \u{10}\u{0}\u{0}\u{0}", "fLaC\u{0}\u{0}\u{0}\u{22}",
    "OggS\u{0}\u{2}",
    "ID3\u{3}\u{0}", "FORM\u{0}\u{0}\u{1}\u{0}AIFCFVER\u{0}\u{0}\u{0}\u{4}", "caff\u{0}\u{1}",
    "#!AMR-WB\n",
    "\u{0}\u{0}\u{0}\u{20}ftypM4A ",
  ])
  func recordings(beginning: String) {
    #expect(RecordingSignature.begins(Array(beginning.utf8)))
  }

  @Test(arguments: [
    [0xFF, 0xFB, 0x90, 0x64], [0xFF, 0xF1, 0x50, 0x80], [0x1A, 0x45, 0xDF, 0xA3],
  ])
  func recordingsThatBeginWithNoText(beginning: [UInt8]) {
    #expect(RecordingSignature.begins(beginning))
  }

  @Test(arguments: [
    "", "a.wav\n", "RIFF/a.wav\n", "ID3/a.mp3\n", "OggS.ogg\u{0}b", "fLaC\n", "FORMULA.AIF\n",
    "FORMULA.AIFF/b.wav\n", "RIFF ab.WAVE\n",
    "/\n", "\u{FEFF}a.wav",
  ])
  func listsOfNames(text: String) { #expect(!RecordingSignature.begins(Array(text.utf8))) }

  @Test func listsInUTF16AreNoRecordings() {
    for name in ["a.wav", "b/c.flac"] {
      let bytes = name.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(!RecordingSignature.begins([0xFF, 0xFE] + bytes))
    }
  }

  /// FFmpeg's own files, of every kind that it can write here.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "no ffmpeg"),
    arguments: [
      "wav", "rf64.wav", "w64", "aiff", "caf", "au", "flac", "ogg", "opus", "mp3", "bare.mp3",
      "aac",
      "m4a", "mkv", "webm", "wma", "avi",
    ])
  func filesOfFFmpeg(name: String) throws {
    let tool = try Tool()
    let options =
      ["rf64.wav": "-rf64 always", "bare.mp3": "-id3v2_version 0 -write_xing 0"][name] ?? ""
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i sine=d=1:r=48000 \(options) -bitexact x.\(name)")
    try #require(made.status == 0, "\(made.messages)")
    #expect(try RecordingSignature.begins(Array(Data(contentsOf: tool.file("x.\(name)")))))
  }
}
