import Foundation
import TestSupport
import Testing

/// Stretches that were not heard are told in every structured format, and in one line to people.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "no ffmpeg"))
struct UnheardTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i anoisesrc=r=48000:d=10:a=0.5:seed=1 "
        + "-af \"aselect='not(between(t,3,6))'\" -c:a pcm_s16le hole.mkv")
    try #require(made.status == 0, "\(made.messages)")
  }

  /// Whether the one line about the hole is all that was said; packets begin where they like.
  private func isLine(_ messages: String) -> Bool {
    messages.wholeMatch(
      of:
        /soundanalysis: hole.mkv: 1 hole of [23]\.\d\d s in all, the first at [23]\.\d\d s, heard as silence\n/
    ) != nil
  }

  @Test(arguments: ["text", "json", "jsonl", "csv", "tsv"])
  func windowsTellOfIt(format: String) throws {
    let outcome = try tool.run(["classify", "-w", "1", "--overlap", "0", "-f", format, "hole.mkv"])
    #expect(outcome.status == 0 && isLine(outcome.messages), "\(outcome.messages)")
    let lines = outcome.text.split(separator: "\n").filter {
      $0.contains("hole") && !$0.contains("\"windows\"")
    }
    let found = try #require(lines.first { !$0.contains("window") })
    #expect(found.contains(/[23]\.\d\d/), "\(found)")
    if format != "json" {
      // It stands before the windows that begin after it.
      let all = outcome.text.split(separator: "\n")
      let place = try #require(all.firstIndex(of: found))
      #expect(place > 3 && place < all.count - 2, "\(outcome.text)")
    }
  }

  @Test(arguments: [
    "text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "vtt", "rttm", "textgrid",
  ])
  func eventsTellOfIt(format: String) throws {
    let outcome = try tool.run([
      "classify", "-p", "any.json", "-l", "speech", "-f", format, "hole.mkv",
    ])
    #expect(outcome.status == 0 && isLine(outcome.messages))
    #expect(outcome.text.replacing("hole.mkv", with: "").contains("hole"), "\(outcome.text)")
  }

  @Test func mergedCaptionsTellOfItInANoteOnce() throws {
    try tool.write(Data("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\n".utf8), to: "film.vtt")
    let arguments = ["classify", "-p", "any.json", "-l", "speech", "hole.mkv", "--merge-into"]
    let once = try tool.run(arguments + ["film.vtt"])
    #expect(once.text.matches(of: /\nNOTE not heard from 0.* to 0.*: hole\n/).count == 1)
    try tool.write(once.output, to: "again.vtt")
    #expect(try tool.run(arguments + ["again.vtt"]).output == once.output)
  }

  @Test func whatIsFoundIsOneLine() throws {
    var samples = Signals.noise(count: 96_000)
    for index in 16_000..<32_000 { samples[index] = samples[index] > 0 ? 1 : -1 }
    samples[40_000] = .nan
    let silence = [Float](repeating: 0, count: 96_000)
    try tool.write(
      WaveFile(sampleRate: 16_000, channels: [samples, silence]).data, to: "bad.wav")
    let outcome = try tool.run(["classify", "--channel", "first", "bad.wav"])
    #expect(
      outcome.messages.hasPrefix(
        "soundanalysis: bad.wav: 1 non-finite sample, the first at 2.50 s, heard as silence; "
          + "1 fully clipped stretch of "), "\(outcome.messages)")
    #expect(outcome.messageLines.count == 1 && outcome.status == 0)
    let dead = try tool.run(["classify", "--channel", "2", "-f", "csv", "bad.wav"])
    #expect(dead.text.contains(",silent channel,,2,unheard,\n"))
  }

  @Test func aLowBandwidthIsTold() throws {
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i anoisesrc=r=8000:d=5:a=0.5 -ar 44100 phone.wav")
    try #require(made.status == 0)
    let outcome = try tool.run(["classify", "-f", "csv", "phone.wav"])
    #expect(outcome.text.contains("phone.wav,0.000000,5.000000,low bandwidth,,1,unheard,\n"))
    let found = try #require(outcome.messages.firstMatch(of: /no sound above (\d+) Hz/))
    #expect((3900...4500).contains(Int(found.1) ?? 0))
    for options in [[], ["--events"], ["-f", "audacity"], ["-f", "raven"], ["-f", "rttm"]] {
      let text = try tool.run(["classify", "phone.wav"] + options).text
      #expect(text.contains(/heard up to (3\.9|4\.[0-5]) kHz/), "\(text)")
      #expect(!text.contains("not heard"), "\(text)")
    }
  }

  @Test func aCutRecordingIsTold() throws {
    for (name, codec) in [("a.opus", "libopus"), ("a.mkv", "aac"), ("a.wma", "wmav2")] {
      let made = try tool.shell(
        "ffmpeg -v error -f lavfi -i anoisesrc=d=10:a=0.5 -c:a \(codec) \(name)")
      try #require(made.status == 0)
      let data = try Data(contentsOf: tool.file(name))
      try tool.write(data.prefix(data.count * 2 / 3), to: "cut-\(name)")
      #expect(try tool.run(["classify", name]).status == 0)
      let outcome = try tool.run(["classify", "-f", "jsonl", "cut-\(name)"])
      #expect(outcome.status == 1)
      #expect(outcome.messages.hasPrefix("soundanalysis: cut-\(name): ends early: found "))
      #expect(outcome.text.contains("\"error\": \"cut-\(name): ends early"))
      #expect(outcome.text.split(separator: "\n").count >= 4)
    }
  }
}
