import Testing

@testable import SoundAnalysisTool

@Suite struct RunLedgerTests {
  private let settings = RunSettings([
    RunSettings.Entry(name: "--window", value: "1"), RunSettings.Entry(name: "model", value: "m"),
  ])

  private func entry(_ output: String, _ input: String = "i") -> RunLedger.Entry {
    RunLedger.Entry(output: output, file: "f \"\n", input: input, results: "r")
  }

  private func text(_ entries: RunLedger.Entry...) -> String {
    var ledger = RunLedger([])
    for entry in entries { ledger.add(entry) }
    return ledger.text(settings: settings)
  }

  @Test func whatIsWrittenIsReadAndInOrder() {
    let text = text(entry("b"), entry("a/é"), entry("b", "j"))
    #expect(text == self.text(entry("b", "j"), entry("a/é")))
    let read = RunLedger(Array(text.utf8))
    #expect(read.settings == settings)
    #expect(read.entries == ["a/é": entry("a/é"), "b": entry("b", "j")])
  }

  @Test func aLastLineThatWasCutIsDropped() {
    let bytes = Array(text(entry("a"), entry("b")).utf8)
    for length in 0..<bytes.count {
      let read = RunLedger(Array(bytes.prefix(length)))
      #expect(read.entries.values.allSatisfy { $0 == entry("a") })
    }
    #expect(RunLedger(bytes).entries.count == 2)
  }

  @Test func linesThatAreNoEntriesAreDropped() {
    let bytes = Array((text(entry("a")) + "{\n\u{0}\n{\"output\":1}\n").utf8)
    #expect(RunLedger(bytes).entries.count == 1)
    #expect(RunLedger(Array("rubbish\n".utf8)).settings == nil)
  }

  @Test func aDifferenceNamesTheSetting() {
    let other = RunSettings([
      RunSettings.Entry(name: "--events", value: ""),
      RunSettings.Entry(name: "--window", value: "1"),
      RunSettings.Entry(name: "model", value: "m"),
    ])
    #expect(settings.difference(from: settings) == nil)
    #expect(other.difference(from: settings) == "--events not given, now given")
    #expect(settings.difference(from: other) == "--events given, now not given")
  }

  @Test func settingsDoNotDependOnTheOrderOrOnHowFast() throws {
    func settings(_ arguments: String...) throws -> RunSettings {
      try RunSettings(ClassifyOptions.parse(arguments.map { Argument($0) }).options.given)
    }
    let one = try settings("-w", "1", "--format=json", "a.wav")
    #expect(one == (try settings("-f", "json", "b", "-j", "3", "--window", "1", "-o", "x/")))
    #expect(one != (try settings("-f", "json", "a.wav")))
    #expect(one.entries.map(\.name) == ["--format", "--window", "model", "version"])
    #expect(
      throws: UsageError("--model no.mlmodel: cannot be read: No such file or directory")
    ) { try settings("-m", "no.mlmodel", "a.wav") }
  }

  @Test(arguments: [
    ("", "--channel auto --tail align --format text --start 0:00"), ("-w 1", "--window 1.0"),
    ("--start 60 --end 90.5", "--start 1:00 --end 1:30.5"), ("-w 2 -w 1", "-w 1"),
    ("-n 3", "--top 03"),
  ])
  func settingsThatMeanTheSameAreEqual(first: String, second: String) throws {
    #expect(try settings(first).difference(from: settings(second)) == nil)
  }

  @Test(arguments: [
    ("", "--channel mix"), ("--channel first", "--channel auto"), ("-w 1", "-w 2"),
    ("-l dog_bark", "-l dog_bark -l siren"), ("--start 1", "--start 1:00"), ("-w 1 -w 2", "-w 1"),
    ("--filter volume=1", "--filter volume=1.0"),
  ])
  func othersAreNot(first: String, second: String) throws {
    #expect(try settings(first).difference(from: settings(second)) != nil)
  }

  private func settings(_ line: String) throws -> RunSettings {
    let arguments = (line.split(separator: " ").map(String.init) + ["a.wav"]).map { Argument($0) }
    return try RunSettings(ClassifyOptions.parse(arguments).options.given)
  }
}
