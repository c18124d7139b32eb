import Foundation
import TestSupport
import Testing

@Suite struct TrainTests {
  private let tool: Tool

  /// Tones and noise, four recordings each, and a text among them.
  init() throws {
    tool = try Tool()
    for label in ["clips/tone", "clips/low rumble"] {
      try FileManager.default.createDirectory(
        at: tool.file(label), withIntermediateDirectories: true)
    }
    for number in 0..<4 {
      let pitch = 400 + 300 * Double(number)
      try write(Signals.sine(frequency: pitch, sampleRate: 16_000, count: 20_000), "tone/\(number)")
      let rumble = Signals.sine(frequency: 45 + Double(number), sampleRate: 16_000, count: 20_000)
      try write(
        zip(rumble, Signals.noise(count: 20_000, seed: UInt32(number))).map { $0 * (1 + 8 * $1) },
        "low rumble/\(number)")
    }
    try tool.write(Data("x".utf8), to: "clips/tone/about.txt")
  }

  private func write(_ samples: [Float], _ name: String) throws {
    try tool.write(WaveFile(sampleRate: 16_000, mono: samples).data, to: "clips/\(name).wav")
  }

  @Test func aModelThatClassifies() throws {
    let outcome = try tool.run(["train", "clips", "-o", "Mine.mlmodel"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("label") == true)
    #expect(lines.contains { $0.hasPrefix("background") && $0.contains("made") })
    #expect(lines.contains { $0.hasPrefix("low rumble") && $0.contains("  3  ") })
    #expect(lines.contains { $0.hasPrefix("false alarms: ") })
    #expect(
      lines.last?.wholeMatch(of: /Mine\.mlmodel: 3 labels, windows of 0\.975 s, [0-9.]+ MB/) != nil)
    #expect(outcome.messages.contains("hearing 8 of 8 recordings"))

    let rows = try tool.run(
      ["classify", "--model", "Mine.mlmodel", "--format", "csv", "clips/tone/2.wav"])
    #expect(rows.status == 0 && rows.text.contains(",tone,"), "\(rows.text)\(rows.messages)")
    // At any score at all: whatever the model knows is an event, but for its background.
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
    let events = try tool.run([
      "classify", "--model", "Mine.mlmodel", "-p", "any.json", "-f", "tsv", "clips/tone/2.wav",
    ])
    let labels = events.text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[3] }
    #expect(Set(labels) == ["tone", "low rumble"], "\(events.text)\(events.messages)")
    let info = try tool.run(["model", "info", "Mine.mlmodel"])
    #expect(info.status == 0, "\(info.messages)")
  }

  @Test func theSameBytesAgainAndOverAnExistingFile() throws {
    try tool.write(Data("old".utf8), to: "b.mlmodel")
    for name in ["a.mlmodel", "b.mlmodel"] {
      let outcome = try tool.run(["train", "-o", name, "--seed", "4", "clips"])
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    let first = try Data(contentsOf: tool.file("a.mlmodel"))
    #expect(try Data(contentsOf: tool.file("b.mlmodel")) == first)
    #expect(try tool.names() == ["a.mlmodel", "b.mlmodel", "clips"])
  }

  @Test func aTableAndABackgroundFolder() throws {
    try tool.write(
      Data("file,label\nclips/tone/0.wav,tone\nclips/tone/1.wav,tone\nmissing.wav,tone\n".utf8),
      to: "labels.csv")
    let outcome = try tool.run([
      "train", "labels.csv", "--background", "clips/low rumble", "--validation", "0", "-o", "m",
    ])
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("missing.wav"))
    #expect(outcome.text.contains("validation: none"))
    #expect(outcome.text.contains("m: 2 labels"))
    #expect(FileManager.default.fileExists(atPath: tool.file("m").path))
  }

  @Test(arguments: [
    (["train"], "found 0 operands"), (["train", "clips"], "no --output given"),
    (["train", "clips", "-o", "-"], "no --output given"),
    (["train", "nowhere", "-o", "m"], "nowhere"),
    (["train", "clips/tone", "-o", "m"], "expected a folder for each label"),
    (["train", "clips", "-o", "m", "--window", "0.2"], "--window 0.2: expected"),
    (["train", "clips", "-o", "m", "--validation", "1"], "--validation 1: expected"),
    (["train", "clips", "-o", "m", "--background", "x"], "--background x: expected a folder"),
    (["train", "clips", "-o", "clips/tone/0.wav"], "another file than the input"),
    (["train", "clips", "-o", "m", "--seed", "x"], "--seed x: expected a whole number"),
  ])
  func wrongUse(_ arguments: [String], _ sentence: String) throws {
    let outcome = try tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(sentence), "\(outcome.messages)")
    #expect(try tool.names() == ["clips"])
  }

  @Test func whatCannotBeLearnedOrWritten() throws {
    try FileManager.default.createDirectory(
      at: tool.file("one/tone"), withIntermediateDirectories: true)
    try tool.writeNoise(seconds: 1, to: "one/tone/0.wav")
    let one = try tool.run(["train", "one", "-o", "m"])
    #expect(one.status == 2 && one.messages.contains("found one label, 'tone'"), "\(one.messages)")
    let place = try tool.run(["train", "clips", "-o", "no/where/m"])
    #expect(place.status == 1 && place.messages.contains("no/where/m"), "\(place.messages)")
    try tool.write(
      Data("file,label\nclips/tone/0.wav,a\nclips/tone/0.wav,b\n".utf8), to: "two.csv")
    let two = try tool.run(["train", "two.csv", "-o", "m"])
    #expect(two.status == 2 && two.messages.contains("found the labels 'a' or 'b'"))
    #expect(try tool.names() == ["clips", "one", "two.csv"])
  }
}
