import Foundation
import TestSupport
import Testing

/// Calls that would write over what they read, or write two things into one file, are refused.
@Suite struct OverwritingTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for place in ["clips/rain", "rec", "there"] {
      try FileManager.default.createDirectory(
        at: tool.file(place), withIntermediateDirectories: true)
    }
    try tool.writeNoise(seconds: 1, to: "noise.wav")
    try tool.writeNoise(seconds: 1, to: "clips/rain/a.wav")
    for name in ["a.wav", "a.wav.partial"] { try tool.writeNoise(seconds: 1, to: "rec/\(name)") }
    try tool.write(Data("{}".utf8), to: "own.json")
    try tool.write(Data("noise.wav\n".utf8), to: "list")
    try tool.write(Data("file,label\nclips/rain/a.wav,rain\n".utf8), to: "labels.csv")
    try tool.write(Data("1\n00:00:00,000 --> 00:00:01,000\nHi\n\n".utf8), to: "film.srt")
    try FileManager.default.createSymbolicLink(
      atPath: tool.file("link").path, withDestinationPath: "there/new")
  }

  /// What is in every file.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: tool.folder.url.path)
      ?? .init()
    {
      contents[name] = (try? Data(contentsOf: tool.file(name))) ?? Data("(folder)".utf8)
    }
    return contents
  }

  static let another = "expected another file than"

  @Test(arguments: [
    ("classify noise.wav -o r --failures r", "--failures r: \(another) that of --output"),
    ("classify noise.wav -o r --failures ./r", "--failures ./r: \(another) that of --output"),
    (
      "classify noise.wav -o link --failures there/new",
      "--failures there/new: \(another) that of --output"
    ),
    ("classify noise.wav --failures noise.wav", "--failures noise.wav: \(another) the input noise"),
    (
      "classify noise.wav -e -p own.json -o own.json", "--output own.json: \(another) the input own"
    ),
    (
      "classify noise.wav -p own.json --failures own.json",
      "--failures own.json: \(another) the input own.json"
    ),
    ("classify --from list -o list", "--output list: \(another) the input list"),
    (
      "classify noise.wav --merge-into film.srt --failures film.srt",
      "--failures film.srt: \(another) the input film.srt"
    ),
    (
      "classify noise.wav -o new/ --failures new/noise.wav.txt",
      "--failures new/noise.wav.txt: \(another) the results of noise.wav"
    ),
    (
      "classify noise.wav -f csv -o there --failures ./there/noise.wav.partial.csv",
      "--failures ./there/noise.wav.partial.csv: \(another) the results of noise.wav"
    ),
    (
      "classify rec -o new/",
      "--output new/: partial results of rec/a.wav and the results of rec/a.wav.partial would have "
        + "the same name; call the command once for each"
    ),
    ("evaluate --json labels.csv labels.csv", "--json labels.csv: \(another) the input labels.csv"),
    ("evaluate --html ./labels.csv labels.csv", "--html ./labels.csv: \(another) the input labels"),
    ("evaluate --json r --html ./r labels.csv", "--html ./r: \(another) that of --json"),
    (
      "evaluate --html own.json -p own.json clips", "--html own.json: \(another) the input own.json"
    ),
    (
      "evaluate --json clips/rain/a.wav labels.csv",
      "--json clips/rain/a.wav: \(another) the input clips/rain/a.wav"
    ),
    (
      "evaluate --html clips/rain/a.wav clips",
      "--html clips/rain/a.wav: \(another) the input clips/rain/a.wav"
    ),
    ("listen -p own.json -o own.json", "--output own.json: \(another) the input own.json"),
    ("model info own.json -o own.json", "--output own.json: \(another) the input own.json"),
  ])
  func isRefusedBeforeAnythingIsOpened(line: String, message: String) throws {
    let before = try contents()
    let outcome = try tool.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.messageLines.count == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: \(message)"), "\(outcome.messages)")
    #expect(try contents() == before)
  }

  @Test(arguments: [
    ["-p", "list"], ["-e", "-l", "nosuch"], ["-l", "nosuch"], ["-m", "list"], ["-d", "nosuch"],
    ["-w", "99"],
  ])
  func listeningLeavesTheOutputUntilItBegins(arguments: [String]) throws {
    try tool.write(Data("of yesterday".utf8), to: "out")
    let outcome = try tool.run(["listen", "-o", "out"] + arguments)
    #expect(outcome.status != 0 && outcome.messageLines.count == 1, "\(outcome.messages)")
    #expect(try Data(contentsOf: tool.file("out")) == Data("of yesterday".utf8))
  }

  @Test func whatLosesNothingIsAllowed() throws {
    for line in [
      "classify noise.wav -o /dev/null --failures /dev/null",
      "classify noise.wav --merge-into film.srt -o film.srt",
      "classify noise.wav -o new/ --failures new/failed",
    ] {
      let outcome = try tool.run(line.split(separator: " ").map(String.init))
      #expect(outcome.status == 0, "\(line): \(outcome.messages)")
    }
    #expect(try String(contentsOf: tool.file("film.srt"), encoding: .utf8).contains("Hi"))
  }
}
