import Testing

@testable import SoundServer

@Suite struct UploadTests {
  @Test(arguments: [
    ("farm.wav", "farm.wav"),
    ("../../etc/passwd", "passwd"),
    ("C:\\sounds\\dog.wav", "dog.wav"),
    ("a\u{0}b\nc\u{1B}[2J.wav", "abc[2J.wav"),
    ("evil\u{202E}vaw.exe", "evilvaw.exe"),
    ("  ünï 犬.wav ", "ünï 犬.wav"),
    ("..", ".."),
    ("/", ""),
  ])
  func makesNamesFitForDisplay(name: String, shown: String) {
    #expect(Upload.displayName(name) == shown)
  }

  @Test func cutsLongNamesBetweenLetters() {
    let name = Upload.displayName(String(repeating: "犬", count: 300))
    #expect(name == String(repeating: "犬", count: 85))
  }
}
