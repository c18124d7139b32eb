import Foundation
import SoundEvents
import Testing

/// Each format's exact bytes; `RENEW_GOLDENS=1 swift test --filter WriterGoldenTests` writes them anew.
struct WriterGoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")

  private func check(_ text: String, _ name: String) throws {
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RENEW_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    let (lines, expected) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      golden.split(separator: "\n", omittingEmptySubsequences: false)
    )
    for (line, (found, wanted)) in zip(lines, expected).enumerated() where found != wanted {
      Issue.record("\(name), line \(line + 1): found \(found), expected \(wanted)")
    }
    #expect(Array(text.utf8) == Array(golden.utf8), "\(name)")
  }

  @Test(arguments: EventFormat.allCases)
  func oneRecording(_ format: EventFormat) throws {
    try check(WriterSamples.file(format), "one.\(format.rawValue)")
  }

  @Test(arguments: EventFormat.allCases.filter(\.holdsSeveralRecordings))
  func twoRecordings(_ format: EventFormat) throws {
    try check(WriterSamples.fileOfTwo(format), "two.\(format.rawValue)")
  }

  @Test(arguments: EventFormat.allCases)
  func nothingFound(_ format: EventFormat) throws {
    try check(WriterSamples.file(format, []), "none.\(format.rawValue)")
  }
}
