import AVFAudio
import Foundation
import Testing

struct VisibleTextTests {
  @Test(arguments: [
    ("plain ünï 犬 🎸", "plain ünï 犬 🎸"), ("a\nb\tc\r", #"a\nb\tc\r"#),
    ("\u{1B}[2J", #"\u{1b}[2J"#), ("\u{202E}gpj", #"\u{202e}gpj"#), ("", ""),
  ])
  func controlCharactersAreEscapes(text: String, expected: String) {
    #expect(VisibleText.text(text) == expected)
    #expect(VisibleText.text(bytes: Array(text.utf8)) == expected)
  }

  @Test func bytesThatAreNoTextAreEscapes() {
    #expect(VisibleText.text(bytes: [0x63, 0xE9, 0x2E, 0x0A]) == #"c\xE9.\n"#)
    #expect(VisibleText.text(bytes: [0xE7, 0x8A]) == #"\xE7\x8A"#)
  }

  @Test func aFileIsOpenedByItsBytes() throws {
    let folder = try TemporaryFolder()
    let samples = [Int16](repeating: 1000, count: 8000)
    let bytes = Array(folder.path("caf").utf8) + [0xE9]
    let plain = try folder.write(WaveBytes.file(samples), to: "plain.wav")
    try #require(unsafe rename(plain, bytes.map { CChar(bitPattern: $0) } + [0]) == 0)
    let decoder = try AudioDecoder(.bytes(path: bytes))
    #expect(decoder.sampleRate == 16_000)
    #expect(decoder.source.displayName == folder.path(#"caf\xE9"#))
  }
}
