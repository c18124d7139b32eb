import Foundation
import TestSupport
import Testing

/// What a run that goes on does to the results of the runs before.
@Suite struct ResumeTests {
  private let tool: Tool
  private let run =
    "\"$TOOL\" classify -w 0.5 -f csv --resume --output out/ --from list --failures failed"

  init() throws {
    tool = try Tool()
    try FileManager.default.createDirectory(
      at: tool.file("rec"), withIntermediateDirectories: false)
    for name in ["a", "b"] { try tool.writeNoise(seconds: 1, to: "rec/\(name).wav") }
    try tool.write(Data("rec/a.wav\nrec/b.wav\n".utf8), to: "list")
    let first = try tool.shell(run)
    try #require(first.status == 0, "\(first.messages)")
  }

  private func results() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in ["rec/a.wav.csv", "rec/b.wav.csv", ".soundanalysis/ledger.jsonl"] {
      contents[name] = try? Data(contentsOf: tool.file("out/\(name)"))
    }
    return contents
  }

  @Test func recordingsOutOfReachKeepTheirResults() throws {
    let before = try results()
    #expect(before.count == 3)
    let gone = try tool.shell("mv rec away; \(run); echo status $?; mv away rec; \(run)")
    #expect(gone.text == "status 1\n")
    #expect(
      gone.messages.contains("soundanalysis: rec/a.wav: no such file")
        && gone.messages.contains("0 classified, 2 failed\n"), "\(gone.messages)")
    #expect(gone.messages.hasSuffix("0 classified, 2 kept from before\n"), "\(gone.messages)")
    #expect(try results() == before)
  }

  @Test func recordingsThatMayNotBeReadKeepTheirResults() throws {
    let before = try results()
    _ = unsafe chmod(tool.file("rec/a.wav").path, 0)
    // Root may read everything, unless it gives that power up.
    let humbly =
      geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : ""
    let outcome = try tool.shell(humbly + run)
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("1 kept from before, 1 failed"), "\(outcome.messages)")
    let failed = try String(contentsOf: tool.file("failed"), encoding: .utf8)
    #expect(failed.contains("rec/a.wav: cannot be read: found Permission denied"), "\(failed)")
    #expect(try results() == before)
  }

  @Test func whatIsNoRecordingAnyMoreLosesThem() throws {
    let before = try results()
    try tool.write(Data("a text by now\n".utf8), to: "rec/a.wav")
    #expect(try tool.shell(run).status == 1)
    let after = try results()
    #expect(after["rec/a.wav.csv"] == nil && after["rec/b.wav.csv"] == before["rec/b.wav.csv"])
    let ledger = String(decoding: after[".soundanalysis/ledger.jsonl"] ?? Data(), as: UTF8.self)
    #expect(!ledger.contains("rec/a.wav") && ledger.contains("rec/b.wav.csv"))
  }

  @Test func anotherRecordingThatIsDamagedLosesThem() throws {
    let whole = try Data(contentsOf: tool.writeNoise(seconds: 4, to: "whole.wav"))
    try tool.write(whole.prefix(whole.count / 2), to: "rec/a.wav")
    #expect(try tool.shell(run).status == 1)
    #expect(try results()["rec/a.wav.csv"] == nil)
    #expect(FileManager.default.fileExists(atPath: tool.file("out/rec/a.wav.partial.csv").path))
  }

  @Test func theSameSettingsInOtherWordsGoOn() throws {
    let outcome = try tool.shell("\(run) --channel auto --window 0.50")
    #expect(outcome.status == 0 && outcome.messages.contains("2 kept"), "\(outcome.messages)")
  }
}
