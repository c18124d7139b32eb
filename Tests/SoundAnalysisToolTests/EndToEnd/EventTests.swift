import Foundation
import Testing

@testable import SoundAnalysisTool

@Suite struct EventTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 7.5)
    // Opens at any score at all: a label sounds from the beginning to the end.
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
    try tool.write(
      Data("1\n00:00:00,500 --> 00:00:02,000\nHello\n\n2\nno times\n".utf8), to: "film.srt")
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try tool.run(["classify", "-p", "any.json", "-l", "speech"] + arguments + ["noise.wav"])
  }

  @Test(arguments: [
    ("srt", "1\n00:00:00,000 --> 00:00:07,500\n[speech]\n\n"),
    ("vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:07.500\n[speech]\n\n"),
    ("audacity", "0.000000\t7.500000\tspeech\n"),
  ])
  func captionAndLabelFormatsTellOfEvents(format: String, expected: String) throws {
    let outcome = try run("-f", format)
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(outcome.text == expected)
  }

  @Test func rttmTellsFilesOfOneNameApart() throws {
    let data = try Data(contentsOf: tool.file("noise.wav"))
    for folder in ["a", "b c"] {
      try FileManager.default.createDirectory(
        at: tool.file("rec/\(folder)"), withIntermediateDirectories: true)
      try tool.write(data, to: "rec/\(folder)/x.wav")
    }
    let call = ["classify", "-p", "any.json", "-l", "speech", "-f", "rttm"]
    let names = try tool.run(call + ["rec"]).text.split(separator: "\n").map {
      $0.split(separator: " ")[1]
    }
    #expect(names == ["rec/a/x.wav", "rec/b_c/x.wav"])
    for options in [[], ["--channel", "each"]] {
      #expect(try tool.run(call + options + ["rec/a/x.wav"]).text.hasPrefix("SPEAKER x.wav 1 "))
    }
  }

  @Test func tablesTellOfEventsOnlyIfAsked() throws {
    let events = try run("-f", "tsv").text.split(separator: "\n")
    #expect(events.count == 2)
    #expect(events[0].hasPrefix("file\tchannel\tkind\tlabel\tstart\tend\t"))
    #expect(events[1].hasPrefix("noise.wav\t1\tevent\tspeech\t0.000000\t7.500000\t"))
    let windows = try tool.run(["classify", "-l", "speech", "-f", "tsv", "noise.wav"]).text
    #expect(windows.hasPrefix("file\tstart\tduration\tlabel\tconfidence\tchannel\tkind\tmark\n"))
    #expect(windows.split(separator: "\n").count == 5)
  }

  @Test func theUsualProfileNeedsNoFile() throws {
    let outcome = try tool.run(["classify", "--events", "-f", "json", "noise.wav"])
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let recording = (document?["recordings"] as? [[String: Any]])?.first
    #expect(recording?["file"] as? String == "noise.wav")
    #expect(recording?["duration"] as? Double == 7.5)
  }

  @Test func groupsOfAProfileAreLabels() throws {
    try tool.write(
      Data(
        #"{"open": 1e-30, "close": 1e-30, "groups": {"pet": ["dog_bark", "cat_meow"]}}"#.utf8),
      to: "pets.json")
    let outcome = try tool.run([
      "classify", "-p", "pets.json", "-l", "pet", "-f", "audacity", "noise.wav",
    ])
    #expect(outcome.text == "0.000000\t7.500000\tpet\n")
    let member = try tool.run(["classify", "-p", "pets.json", "-l", "dog_bark", "noise.wav"])
    #expect(member.status == 2)
    #expect(
      member.messages.contains(
        "--labels dog_bark: the profile reports it through a group only, or not at all"))
  }

  @Test func captionsGoIntoSubtitlesWithoutOverlap() throws {
    let outcome = try run("--merge-into", "film.srt", "-o", "film.srt")
    #expect(outcome.status == 0)
    #expect(
      try String(contentsOf: tool.file("film.srt"), encoding: .utf8)
        == """
        1
        00:00:00,500 --> 00:00:02,000
        Hello

        2
        00:00:02,000 --> 00:00:07,500
        [speech]


        """)
    #expect(outcome.messages == "soundanalysis: film.srt, line 5: text without times left out\n")
  }

  @Test func subtitlesStayAsTheyAreWhenTheRecordingCannotBeOpened() throws {
    let before = try Data(contentsOf: tool.file("film.srt"))
    let outcome = try tool.run([
      "classify", "--merge-into", "film.srt", "-o", "film.srt", "missing.wav",
    ])
    #expect(outcome.status == 1)
    #expect(try Data(contentsOf: tool.file("film.srt")) == before)
    #expect(try tool.names() == ["any.json", "film.srt", "noise.wav"])
  }

  @Test func aFileThatFailsIsToldInTheDocument() throws {
    let outcome = try tool.run([
      "classify", "-p", "any.json", "-l", "speech", "-f", "json", "missing.wav", "noise.wav",
    ])
    #expect(outcome.status == 1)
    let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let recordings = try #require(document?["recordings"] as? [[String: Any]])
    #expect(recordings.count == 2)
    #expect((recordings[0]["error"] as? String)?.contains("missing.wav") == true)
    #expect((recordings[0]["events"] as? [Any])?.isEmpty == true)
    #expect(recordings[1]["error"] == nil)
    #expect((recordings[1]["events"] as? [Any])?.count == 1)
  }

  @Test(arguments: [
    (#"{"open": 2}"#, "$.open: found 2.0, expected a number over 0 and at most 1"),
    (#"{"opne": 1}"#, "$.opne: unknown key"),
    (#"{"ignore": ["dgo"]}"#, "$.ignore[0]: the model has no label 'dgo'; near to it: 'dog'"),
    ("{", "$: not valid JSON"),
  ])
  func aWrongProfileIsExplained(profile: String, expected: String) throws {
    try tool.write(Data(profile.utf8), to: "wrong.json")
    let outcome = try tool.run(["classify", "-p", "wrong.json", "-o", "out", "noise.wav"])
    #expect(outcome.status == 2 && outcome.messageLines.count == 1)
    #expect(
      outcome.messages.hasPrefix("soundanalysis: --profile wrong.json: \(expected)"),
      "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: tool.file("out").path))
  }

  @Test(arguments: [
    (["-p", "none.json"], "--profile none.json: cannot be read: No such file or directory"),
    (["-p", "."], "--profile .: cannot be read: Is a directory"),
    (
      ["-p", "/dev/zero"],
      "--profile /dev/zero: found more than 1048576 bytes, expected at most that"
    ),
    (
      ["--merge-into", "none.srt"],
      "--merge-into none.srt: cannot be read: No such file or directory"
    ),
    (["--merge-into", "any.json"], "--merge-into any.json: found no subtitle in it"),
    (
      ["--merge-into", "film.srt", "-f", "vtt"],
      "--format vtt: expected srt, which is the format of film.srt"
    ),
  ])
  func aFileThatCannotBeUsedIsExplained(arguments: [String], expected: String) throws {
    let outcome = try tool.run(["classify"] + arguments + ["noise.wav"])
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.messageLines.count == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: \(expected)"), "\(outcome.messages)")
  }
}
