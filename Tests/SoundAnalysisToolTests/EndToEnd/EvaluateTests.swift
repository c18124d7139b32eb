import Foundation
import TestSupport
import Testing

@Suite struct EvaluateTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for place in ["clips/Dog Bark", "clips/rain/deep"] {
      try FileManager.default.createDirectory(
        at: tool.file(place), withIntermediateDirectories: true)
    }
    try tool.writeNoise(seconds: 3, to: "clips/rain/a.wav")
    try tool.writeNoise(seconds: 0.8, to: "clips/rain/deep/short.wav")
    let tone = Signals.sine(frequency: 440, sampleRate: 16_000, count: 64_000)
    try tool.write(
      WaveFile(sampleRate: 16_000, mono: tone).data, to: "clips/Dog Bark/b.wav")
    try tool.write(Data("x".utf8), to: "clips/rain/about.txt")
  }

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try tool.run(["evaluate", "--json", "-"] + arguments)
    return try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any],
      "\(outcome.messages)")
  }

  @Test func aFolderOfFolders() throws {
    let outcome = try tool.run(["evaluate", "clips", "--html", "page.html"])
    #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    #expect(outcome.text.hasPrefix("clips: 3 clips, the built-in classifier, windows of 3 s"))
    let page = try String(contentsOf: tool.file("page.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))

    // The same from the windows that the other command tells.
    let clips = try #require(try json(["clips"])["clips"] as? [String: Any])
    let labels = try #require(clips["labels"] as? [[String: Any]])
    #expect(labels.compactMap { $0["label"] as? String }.sorted() == ["dog_bark", "rain"])
    let windows = try tool.run(["classify", "-n", "1", "-f", "jsonl", "clips/rain/a.wav"])
    #expect(windows.text.split(separator: "\n").count == 1)
    let best = try #require(windows.text.firstMatch(of: /"label": "([a-z_]+)"/)?.output.1)
    let table = try #require(clips["confusion"] as? [[String: Any]])
    #expect(
      table.contains { $0["truth"] as? String == "rain" && $0["answer"] as? String == String(best) }
    )
  }

  @Test func aTableWithTimes() throws {
    try tool.write(
      Data(
        "file,label,onset,offset\nclips/rain/a.wav,waterfall,0,3\nclips/Dog Bark/b.wav,,,\n".utf8),
      to: "labels.csv")
    let report = try json(["labels.csv", "-j", "2"])
    let events = try #require(report["events"] as? [String: Any])
    #expect(events["recordingCount"] as? Int == 2)
    let found = try tool.run(["classify", "--events", "-f", "tsv", "clips/rain/a.wav"])
    let count = found.text.split(separator: "\n").count { $0.contains("\twaterfall\t") }
    let labels = try #require((events["labels"] as? [[String: Any]])?.first)
    #expect((labels["events"] as? [String: Any])?["foundCount"] as? Int == count)
    #expect((report["setup"] as? [String: Any])?["windowDuration"] as? Double == 1)
  }

  @Test(arguments: [
    ("path,class\n", "labels.csv, line 1: found the columns path, class; expected file,label or"),
    (
      "file,label,onset,offset\na,b,5,1\n", "labels.csv, line 2: found the offset 1 for the onset 5"
    ),
    (
      "file,label\na.wav,rian\n",
      "the built-in classifier knows no label 'rian' (did you mean rain?); rename them, or leave"
    ),
  ])
  func aBadTableIsRefusedBeforeAnyWork(text: String, expected: String) throws {
    try tool.write(Data(text.utf8), to: "labels.csv")
    let outcome = try tool.run(["evaluate", "labels.csv"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.messages.contains(expected), "\(outcome.messages)")
  }

  @Test func withoutAClipThatCanBeHeardItIsAFailure() throws {
    try tool.write(Data("file,label\nmissing.wav,rain\n".utf8), to: "labels.csv")
    let outcome = try tool.run(["evaluate", "labels.csv"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.messages.hasSuffix("labels.csv: no clip could be analysed\n"))
  }

  @Test func clipsThatFailAreToldAndDoNotCount() throws {
    try tool.writeNoise(seconds: 4, to: "clips/rain/long.wav")
    try tool.write(
      Data(
        """
        file,label,onset,offset
        clips/rain/a.wav,rain,0,2
        missing.wav,rain,0,1
        clips/rain/a.wav,nonsense,1,2
        clips/Dog Bark/b.wav,rain,1,2
        clips/Dog Bark/b.wav,rain,99,100
        clips/rain/long.wav,rain,1,1000000

        """.utf8), to: "labels.csv")
    let outcome = try tool.run(["evaluate", "labels.csv", "--skip-unknown"])
    #expect(outcome.status == 1)
    #expect(
      outcome.messages
        == "soundanalysis: missing.wav: no such file\n"
        + "soundanalysis: clips/Dog Bark/b.wav: found the onset 99 s of 'rain' (line 6 of the table), "
        + "expected one before the end at 4 s\n"
        + "soundanalysis: clips/rain/long.wav: found the offset 1000000 s of 'rain' (line 7 of the "
        + "table), expected one before the end at 4 s\n")
    #expect(outcome.text.contains("\n3 clips failed and do not count\n"))
    #expect(outcome.text.contains("as the classifier does not know them: nonsense\n"))
  }

  @Test func wrongCalls() throws {
    for (arguments, expected) in [
      ([], "found 0 operands: expected one"), (["a", "b"], "found 2 operands"),
      (["none.csv"], "soundanalysis: none.csv: cannot be read: No such file or directory"),
      (["--threshold", "2", "a"], "--threshold 2: expected a number from 0 to 1"),
    ] {
      let outcome = try tool.run(["evaluate"] + arguments)
      #expect(outcome.status == 2 && outcome.messages.contains(expected), "\(outcome.messages)")
    }
  }
}
