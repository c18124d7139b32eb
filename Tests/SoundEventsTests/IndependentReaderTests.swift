import Foundation
import SoundEvents
import Testing

/// Readers from PyPI open every format and find what was written.
struct IndependentReaderTests {
  private struct Expected: Encodable {
    let file: String
    let events: [[Cell]]
    let duration: Double
    let failure: String
    let captions: [[Cell]]
  }

  private enum Cell: Encodable {
    case number(Double)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      }
    }
  }

  /// The captions of `WriterSamples.findings`, worked out by hand: plain text, seconds.
  private static let captions: [(Double, Double, String)] = [
    (0, 1.25, "[speech]"), (1.25, 2.5, "[speech] [dog]"), (2.5, 3.5, "[dog]"),
    (12.5, 13.5, "[Dog, \"big\"]"), (15, 17, "[a b c]"), (20, 22, "[=1+1]"),
    (25, 27, "[犬 🐶]"), (30, 32, "[שלום]"), (35, 37, "[<b>&--> x]"), (96, 100, "[dog barking]"),
  ]

  /// Why the recording of the second files was not heard to its end.
  private static let failure = "tape, \"A\".wav: ends early --> \t100 s"

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyFormatOpens() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "outputs \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for format in EventFormat.allCases {
      let text = WriterSamples.file(format)
      try Data(text.utf8).write(to: folder.appending(path: "one.\(format.rawValue)"))
      let cut = WriterSamples.file(format, failure: Self.failure)
      try Data(cut.utf8).write(to: folder.appending(path: "cut.\(format.rawValue)"))
    }
    let events: [[Cell]] = WriterSamples.findings.compactMap { finding in
      guard case .event(let event) = finding else { return nil }
      return [
        .number(Double(event.startFrame) / 16_000), .number(Double(event.endFrame) / 16_000),
        .text(event.label), .number(Double(event.peak)), .number(Double(event.mean)),
      ]
    }
    let expected = Expected(
      file: WriterSamples.recording.path, events: events, duration: 100,
      failure: Self.failure,
      captions: Self.captions.map { [.number($0.0), .number($0.1), .text($0.2)] })
    try JSONEncoder().encode(expected).write(to: folder.appending(path: "expected.json"))

    let reader = Process()
    reader.executableURL = Self.root.appending(path: "Scripts/test-readers.sh")
    reader.arguments = [folder.path(percentEncoded: false)]
    let pipe = Pipe()
    reader.standardOutput = pipe
    reader.standardError = pipe
    try reader.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    reader.waitUntilExit()
    #expect(reader.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
