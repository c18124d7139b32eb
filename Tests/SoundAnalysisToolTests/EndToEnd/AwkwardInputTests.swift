import Foundation
import TestSupport
import Testing

/// What real recordings do to programs like this one, from the file to the results.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "no ffmpeg"))
struct AwkwardInputTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func ffmpeg(_ arguments: String) throws {
    let made = try tool.shell("ffmpeg -nostdin -v error -y \(arguments)")
    try #require(made.status == 0, "\(made.messages)")
  }

  /// Rows of a table of windows: start, label, confidence.
  private func windows(_ arguments: String...) throws -> [(
    start: Double, label: String, confidence: Double
  )] {
    let outcome = try tool.run(["classify", "-f", "tsv"] + arguments)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells[6] == "window" else { return nil }
      return (Double(cells[1]) ?? -1, String(cells[3]), Double(cells[4]) ?? -1)
    }
  }

  @Test func aWAVWrittenToAPipeIsTheSameAsAFile() throws {
    try ffmpeg("-f lavfi -i anoisesrc=d=5:r=16000:a=0.4:seed=2 base.wav")
    let whole = try tool.run(["classify", "-f", "csv", "base.wav"])
    try ffmpeg("-i base.wav -f wav - > piped.wav")
    let saved = try tool.run(["classify", "-f", "csv", "piped.wav"])
    let live = try tool.shell("ffmpeg -v error -i base.wav -f wav - | $TOOL classify -f csv -")
    #expect(saved.messages.isEmpty && live.messages.isEmpty)
    #expect(saved.text.replacing("piped.wav", with: "base.wav") == whole.text)
    #expect(live.text.replacing("\n\"-\",", with: "\nbase.wav,") == whole.text)
  }

  @Test(arguments: [(0, "the file is empty"), (3, "not an audio file"), (44, "holds no audio")])
  func aFileWithoutASampleIsSaidToBeOne(count: Int, message: String) throws {
    let header = WaveFile(sampleRate: 16_000, mono: []).data
    try tool.write(header.prefix(count), to: "x.wav")
    let outcome = try tool.run(["classify", "x.wav"])
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.messageLines.count == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: x.wav: \(message)"), "\(outcome.messages)")
  }

  @Test func bytesWithoutAHeaderAreRefused() throws {
    try ffmpeg("-f lavfi -i anoisesrc=d=1:r=16000:a=0.4 -f s16le raw.pcm")
    let outcome = try tool.run(["classify", "raw.pcm"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("soundanalysis: raw.pcm: not an audio file"))
  }

  @Test func oneSoundIsTheSameAtAllRates() throws {
    try ffmpeg("-f lavfi -i sine=f=1000:r=48000:d=4 base.wav")
    let expected = try windows("-w", "1", "base.wav")
    for rate in [8000, 11_025, 22_050, 32_000, 44_100, 96_000, 192_000] {
      try ffmpeg("-i base.wav -ar \(rate) rate.wav")
      let found = try windows("-w", "1", "rate.wav")
      #expect(found.map(\.label) == expected.map(\.label), "\(rate)")
      #expect(zip(found, expected).allSatisfy { abs($0.start - $1.start) < 0.001 })
      #expect(
        zip(found, expected).allSatisfy { abs($0.confidence - $1.confidence) < 0.1 }, "\(rate)")
    }
  }

  @Test(arguments: ["anullsrc=r=16000", "anoisesrc=r=16000:a=0.00003"])
  func silenceIsNoSound(source: String) throws {
    try ffmpeg("-f lavfi -i \(source) -t 10 quiet.wav")
    #expect(try windows("quiet.wav").allSatisfy { $0.label == "silence" })
    let events = try tool.run(["classify", "--events", "-f", "tsv", "quiet.wav"])
    let labels = events.text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[3] }
    #expect(labels.allSatisfy { $0 == "silence" })
  }

  @Test func aLevelGateLeavesWhatIsFainterToSilence() throws {
    try ffmpeg(
      "-f lavfi -i \"aevalsrc='(random(0)-0.5)*if(between(t,2,3.99),0.3,0.0002)':s=16000:d=6\" s.wav"
    )
    let options = ["classify", "-w", "1", "--overlap", "0", "--level-gate", "-60", "s.wav", "-f"]
    let outcome = try tool.run(options + ["csv"])
    let rows = outcome.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.map { $0[7] } == ["quiet", "quiet", "", "", "quiet", "quiet"], "\(rows)")
    for row in rows where row[7] == "quiet" {
      #expect(row[3] == "silence" && row[4] == "1.000000", "\(row)")
    }
    let text = try tool.run(options + ["text"]).text
    #expect(text.components(separatedBy: "(quiet)").count == 5, "\(text)")
    let events = try tool.run(["classify", "-e", "--level-gate", "-1", "s.wav", "-f", "csv"])
    #expect(events.status == 0 && events.text.split(separator: "\n").count == 1)
  }

  @Test func theHopIsTold() throws {
    try tool.writeNoise(seconds: 3)
    let outcome = try tool.run([
      "classify", "-w", "1", "--overlap", "0.9", "-f", "json", "noise.wav",
    ])
    #expect(outcome.messages.isEmpty)
    #expect(outcome.text.contains("\"window\": 1.000000, \"hop\": 0.100000, \"windows\": ["))
    let usual = try tool.run(["classify", "-f", "json", "noise.wav"])
    #expect(usual.text.contains("\"window\": 3.000000, \"hop\": 1.500000, \"windows\": ["))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
  func theHopIsSaidOnATerminal() throws {
    try tool.writeNoise(seconds: 3)
    let terminal =
      "/usr/bin/python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' $TOOL classify -w 1"
    let words = "soundanalysis: windows of 1 s, one every 0.25 s"
    #expect(try tool.shell("\(terminal) --overlap 0.75 noise.wav").text.contains(words))
    #expect(try !tool.shell("\(terminal) noise.wav").text.contains("one every"))
  }

  @Test(arguments: [
    ("0", 9), ("0.5", 19), ("0.9", 91), ("0.99", 901), ("0.3333", 14),
  ])
  func theOverlapIsAShareOfTheWindow(overlap: String, count: Int) throws {
    try tool.writeNoise(seconds: 10)
    let found = try windows("-w", "1", "--overlap", overlap, "--tail", "drop", "noise.wav")
    // 0, 1, ... 9 are ten windows without overlap.
    #expect(found.count == (overlap == "0" ? 10 : count))
    let hop = 1 - (Double(overlap) ?? 0)
    for (index, window) in found.enumerated() {
      #expect(abs(window.start - Double(index) * hop) <= 0.5 / 16_000 + 1e-6)
    }
  }

  @Test func damageMovesNothing() throws {
    // Noise for half a second at 8.0 s, after damage in the middle of the file.
    try ffmpeg(
      "-f lavfi -i \"aevalsrc='if(between(t,8,8.5),random(0)-0.5,0.2*sin(880*PI*t))':s=48000:d=12\" s.flac"
    )
    var data = try Data(contentsOf: tool.file("s.flac"))
    let place = data.count / 4
    data.replaceSubrange(place..<place + 400, with: Data(count: 400))
    try tool.write(data, to: "d.flac")
    let whole = try windows("-w", "0.5", "--overlap", "0", "s.flac")
    let outcome = try tool.run(["classify", "-w", "0.5", "--overlap", "0", "-f", "tsv", "d.flac"])
    #expect(outcome.status == 1 && outcome.messageLines.count == 1)
    #expect(outcome.messages.contains("1 stretch of lost data of 0."), "\(outcome.messages)")
    let rows = outcome.text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(rows.contains { $0[3] == "lost data" && $0[6] == "unheard" })
    let burst = try #require(rows.first { $0[1] == "8.000000" })
    #expect(whole.first { $0.start == 8 }?.label == String(burst[3]))
    #expect(rows.first { $0[1] == "7.500000" }?[3] != burst[3])
  }

  @Test func aPictureInASongIsNoVideo() throws {
    try ffmpeg("-f lavfi -i anoisesrc=d=4:a=0.4:seed=3 plain.wav")
    try ffmpeg("-f lavfi -i testsrc=s=64x64 -frames:v 1 c.png")
    for (name, codec) in [("a.mp3", "libmp3lame"), ("a.flac", "flac"), ("a.m4a", "aac")] {
      try ffmpeg("-i plain.wav -c:a \(codec) plain-\(name)")
      try ffmpeg(
        "-i plain.wav -i c.png -map 1:v -map 0:a -c:a \(codec) -c:v mjpeg -disposition:v attached_pic "
          + name)
      let plain = try windows("plain-\(name)")
      let covered = try windows(name)
      #expect(covered.map(\.label) == plain.map(\.label), "\(name)")
      #expect(covered.map(\.confidence) == plain.map(\.confidence), "\(name)")
    }
  }
}
