import Foundation
import Testing

@testable import SoundAnalysisTool

@Suite struct ClassifyTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func printsTheTimeTheSoundAndHowSureForEachWindow() throws {
    try tool.writeNoise(seconds: 7.5)
    let outcome = try tool.run(["classify", "noise.wav"])
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 4)
    let row = /^ +(\d+\.\d\d)  ([A-Z][A-Za-z ]*?) +(\d{1,3}\.\d\d)%$/
    for (line, start) in zip(lines, ["0.00", "1.50", "3.00", "4.50"]) {
      let match = try #require(String(line).wholeMatch(of: row), "\(line)")
      #expect(match.1 == start)
    }
    #expect(Set(lines.map(\.count)).count == 1, "the columns are aligned")
  }

  @Test func windowAndOverlapDecideWhereWindowsStart() throws {
    try tool.writeNoise(seconds: 3)
    let outcome = try tool.run([
      "classify", "-w", "1", "--overlap", "0.75", "-f", "csv", "noise.wav",
    ])
    let starts = outcome.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[1]
    }
    #expect(starts.compactMap { Double($0) } == [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
  }

  @Test func topGivesThatManyTheSurestFirst() throws {
    try tool.writeNoise(seconds: 3)
    let outcome = try tool.run(["classify", "--top", "5", "-f", "csv", "noise.wav"])
    let confidences = outcome.text.split(separator: "\n").dropFirst().compactMap {
      Double($0.split(separator: ",")[4])
    }
    #expect(confidences.count == 5)
    #expect(confidences == confidences.sorted(by: >))
  }

  @Test func labelsLimitWhatIsTold() throws {
    try tool.writeNoise(seconds: 3)
    let outcome = try tool.run([
      "classify", "--labels", "dog_bark,Speech", "-f", "csv", "noise.wav",
    ])
    let labels = outcome.text.split(separator: "\n").dropFirst().map {
      String($0.split(separator: ",")[3])
    }
    #expect(Set(labels) == ["dog_bark", "speech"])
  }

  @Test func readsAPipe() throws {
    let file = try tool.writeNoise(seconds: 4.5)
    let named = try tool.run(["classify", "noise.wav"])
    let piped = try tool.run(["classify", "-"], input: file)
    #expect(piped.status == 0 && piped.output == named.output)
    #expect(try tool.shell("cat noise.wav | $TOOL classify -").output == named.output)
  }

  @Test func severalFilesHaveHeadingsInOrder() throws {
    for name in ["b.wav", "a.wav"] { try tool.writeNoise(seconds: 3, to: name) }
    let outcome = try tool.run(["classify", "b.wav", "a.wav"])
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6)
    #expect(lines[0] == "b.wav" && lines[2] == "" && lines[3] == "a.wav" && lines[5] == "")
  }

  @Test func theSameCallGivesTheSameBytes() throws {
    try tool.writeNoise(seconds: 6)
    let arguments = ["classify", "-n", "303", "-f", "json", "noise.wav"]
    #expect(try tool.run(arguments).output == tool.run(arguments).output)
  }

  @Test func theLocaleChangesNothing() throws {
    try tool.writeNoise(seconds: 3, to: "Gerät 🎸.wav")
    let arguments = ["classify", "-n", "3", "-w", "1.5", "-f", "csv", "Gerät 🎸.wav"]
    let plain = try tool.run(arguments)
    #expect(plain.status == 0 && plain.text.contains("Gerät 🎸.wav,0.750000,1.500000,"))
    for locale in ["C", "de_DE.UTF-8", "tr_TR.UTF-8"] {
      let outcome = try tool.run(
        arguments, environment: ["LC_ALL": locale, "LANG": locale, "LANGUAGE": locale])
      #expect(outcome.output == plain.output && outcome.messages.isEmpty, "\(locale)")
    }
  }

  @Test func anyFileNameWillDo() throws {
    let names = [
      "with space.wav", "quote\".wav", "apostrophe's.wav", "new\nline.wav", "emoji 🎸 é.wav",
      "comma,and;more.wav", "-x.wav", "--top", "back\\slash.wav", "$HOME.wav", "%n%s.wav",
    ]
    for name in names { try tool.writeNoise(seconds: 3, to: name) }
    let paths = names.map { "./\($0)" }
    for arguments in [["--"] + names, paths] {
      let outcome = try tool.run(["classify", "-f", "json"] + arguments)
      #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      let files = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
      #expect(files?.compactMap { $0["file"] as? String } == arguments.filter { $0 != "--" })
      #expect(files?.allSatisfy { ($0["windows"] as? [Any])?.count == 1 } == true)
    }
  }

  @Test func aFileNameNeedNotBeText() throws {
    try tool.writeNoise(seconds: 3)
    let outcome = try tool.shell(
      #"n=$(printf 'caf\351.wav'); mv noise.wav "$n"; $TOOL classify "$n" "no-$n" ./noise.wav"#)
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("caf\u{FFFD}.wav\n"))
    #expect(outcome.messageLines.count == 2)
    #expect(
      outcome.messageLines.first
        == #"soundanalysis: no-caf\xE9.wav: no such file"#)
  }

  @Test func labelsAreListedInEveryFormat() throws {
    let text = try tool.run(["labels"])
    let labels = text.text.split(separator: "\n").map(String.init)
    #expect(text.status == 0 && labels.count == 303 && labels.contains("acoustic_guitar"))
    let json =
      try JSONSerialization.jsonObject(
        with: tool.run(["labels", "--format", "json"]).output) as? [[String: String]]
    #expect(json?.compactMap { $0["label"] } == labels)
    #expect(json?.contains { $0["name"] == "Acoustic Guitar" } == true)
    let lines = try tool.run(["labels", "-f", "jsonl"]).text.split(separator: "\n")
    #expect(lines.count == 303)
    let csv = try tool.run(["labels", "-f", "csv"]).text.split(separator: "\n")
    #expect(csv.count == 304 && csv.contains("acoustic_guitar,Acoustic Guitar"))
  }
}
