import Foundation
import TestSupport
import Testing

/// What the user chooses to hear, as the command tells it.
@Suite struct ListeningTests {
  private let tool: Tool
  private let noise = Signals.noise(count: 80_000)

  init() throws {
    tool = try Tool()
    try tool.write(WaveFile(sampleRate: 16_000, mono: noise).data, to: "noise.wav")
    let silence = [Float](repeating: 0, count: 80_000)
    try tool.write(
      WaveFile(sampleRate: 16_000, channels: [silence, noise]).data, to: "right.wav")
    try tool.write(
      WaveFile(sampleRate: 16_000, channels: [noise, noise.map { -$0 }]).data, to: "anti.wav")
    try tool.write(
      Data(#"{"open": 1e-30, "close": 1e-30, "minimum_length": 0}"#.utf8), to: "any.json")
  }

  private func csv(_ arguments: String...) throws -> [[String]] {
    let outcome = try tool.run(["classify", "-f", "csv"] + arguments)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func theEndIsHeardUnlessDropped() throws {
    let aligned = try csv("noise.wav")
    #expect(aligned.map { $0[1] } == ["0.000000", "1.500000", "2.000000"])
    #expect(aligned.map { $0[7] } == ["", "", "aligned"])
    let padded = try csv("--tail", "pad", "noise.wav")
    #expect(padded.map { $0[1] } == ["0.000000", "1.500000", "3.000000"])
    #expect(padded.map { $0[2] } == ["3.000000", "3.000000", "2.000000"])
    #expect(padded.map { $0[7] } == ["", "", "padded"])
    #expect(try csv("--tail", "drop", "noise.wav").count == 2)
  }

  @Test(arguments: ["0.05", "0.3", "0.5", "0.97", "2.9"])
  func aShortFileHasOneWindow(seconds: String) throws {
    let count = Int((Double(seconds) ?? 0) * 16_000)
    try tool.write(WaveFile(sampleRate: 16_000, mono: Array(noise.prefix(count))).data, to: "s.wav")
    let rows = try csv("s.wav")
    try #require(rows.count == 1)
    #expect(Double(rows[0][1]) == 0 && Double(rows[0][2]) == Double(seconds))
    #expect(rows[0][7] == (count < 8000 ? "padded" : "short"))
    for format in ["json", "jsonl", "tsv", "text"] {
      let text = try tool.run(["classify", "-f", format, "s.wav"]).text
      #expect(text.contains(rows[0][7]), "\(format)")
    }
    let events = try tool.run(["classify", "-p", "any.json", "-l", "speech", "-f", "tsv", "s.wav"])
    let event = try #require(events.text.split(separator: "\n").last).split(
      separator: "\t", omittingEmptySubsequences: false)
    #expect(Double(event[5]) == Double(seconds))
    #expect(event[11].contains("padded") == (count < 8000))
  }

  @Test func belowTheLeastItIsTooShort() throws {
    try tool.write(WaveFile(sampleRate: 16_000, mono: Array(noise.prefix(320))).data, to: "s.wav")
    let outcome = try tool.run(["classify", "s.wav"])
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.messages
        == "soundanalysis: s.wav: no results, for it is too short: found 0.020 s, "
        + "expected at least 0.025 s\n")
  }

  @Test func anExcerptHasTheTimesOfTheFile() throws {
    let rows = try csv(
      "-w", "1", "--overlap", "0", "--start", "1.5", "--end", "0:03.75", "noise.wav")
    #expect(rows.map { $0[1] } == ["1.500000", "2.500000", "2.750000"])
    #expect(try csv("--start", "0:00:02", "noise.wav").map { $0[1] } == ["2.000000"])
    let piped = try tool.shell("cat noise.wav | $TOOL classify -f csv --start 2 -")
    #expect(piped.text.contains("\"-\",2.000000,3.000000,"))
    let late = try tool.run(["classify", "--start", "5:00", "noise.wav"])
    #expect(late.status == 1 && late.output.isEmpty)
    #expect(
      late.messages.hasPrefix(
        "soundanalysis: noise.wav: ends before the part to hear: expected sound after 300"))
  }

  @Test func whatIsToldOfTimeHeardIsThatOfTheExcerpt() throws {
    for (format, expected) in [
      ("json", "\n    \"start\": 1.500000,\n    \"duration\": 2.250000\n"),
      ("jsonl", "\"kind\": \"end\", \"start\": 1.500000, \"duration\": 2.250000}\n"),
    ] {
      let outcome = try tool.run([
        "classify", "-e", "-f", format, "--start", "1.5", "--end", "3.75", "noise.wav",
      ])
      #expect(outcome.text.contains(expected), "\(outcome.text)")
    }
    let late = try tool.run(["classify", "--start", "4.99", "noise.wav"])
    #expect(late.messages.contains("too short: found 0.010 s"), "\(late.messages)")
    let data = try Data(contentsOf: tool.file("noise.wav"))
    try tool.write(data.prefix(44 + 64_000 * 4), to: "cut.wav")
    let cut = try tool.run(["classify", "--start", "3", "cut.wav", "--failures", "failed"])
    #expect(cut.status == 1)
    let failed = try String(contentsOf: tool.file("failed"), encoding: .utf8)
    #expect(failed.contains("\"heard\": 1.000000}"), "\(failed)")
    try tool.writeSilence(minutes: 30, to: "long.wav")
    let some = try tool.run(["classify", "--start", "28:30", "long.wav", "-o", "out/"])
    #expect(some.messages.contains("1 classified; 0.03 h of sound, "), "\(some.messages)")
  }

  @Test func eachFormatNamesTheChannel() throws {
    #expect(Set(try csv("noise.wav").map { $0[5] }) == ["1"])
    #expect(Set(try csv("right.wav").map { $0[5] }) == ["mix"])
    #expect(Set(try csv("--channel", "2", "right.wav").map { $0[5] }) == ["2"])
    let outcome = try tool.run(["classify", "-f", "csv", "anti.wav"])
    #expect(
      outcome.text.split(separator: "\n").dropFirst().allSatisfy {
        $0.hasSuffix(",1,window,") || $0.hasSuffix(",1,window,aligned")
      })
    #expect(
      outcome.messages
        == "soundanalysis: anti.wav: channel 1 heard alone for 5.00 s, the first at 0.00 s, "
        + "where the mean of the channels loses the sound\n")
    let event = try tool.run([
      "classify", "-p", "any.json", "-l", "speech", "-f", "json", "anti.wav",
    ])
    #expect(event.text.contains(#""channel": "mix""#) && event.text.contains(#""channel": "1"}"#))
  }

  @Test func eachChannelIsToldForItself() throws {
    let rows = try csv("--channel", "each", "--tail", "drop", "right.wav")
    #expect(rows.filter { $0[6] == "window" }.map { $0[5] } == ["1", "1", "2", "2"])
    let right = rows.filter { $0[5] == "2" }.map { $0[3] }
    #expect(right == (try csv("--tail", "drop", "noise.wav")).map { $0[3] })
    let json = try tool.run(["classify", "--channel", "each", "-f", "json", "right.wav"])
    let files = try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]]
    #expect(files?.compactMap { $0["channel"] as? String } == ["1", "2"])
    let text = try tool.run(["classify", "--channel", "each", "right.wav"]).text
    #expect(text.contains("right.wav (channel 1)\n") && text.contains("right.wav (channel 2)\n"))
    for format in ["tsv", "jsonl", "rttm", "raven", "csv", "text"] {
      let events = try tool.run([
        "classify", "--channel", "each", "-p", "any.json", "-l", "speech", "-f", format,
        "right.wav",
      ])
      #expect(events.status == 0, "\(format): \(events.messages)")
      #expect(events.messages.contains("channel 1: 1 stretch of "), "\(events.messages)")
    }
    for format in ["srt", "vtt", "audacity", "textgrid"] {
      for output in ["out.\(format)", "folder/"] {
        let refused = try tool.run(
          ["classify", "--channel", "each", "-e", "-f", format, "-o", output, "right.wav"])
        #expect(refused.status == 2, "\(format) \(output)")
        #expect(refused.messages.contains("expected one channel, found --channel each"))
      }
    }
    let piped = try tool.shell("cat right.wav | $TOOL classify --channel each -")
    #expect(piped.status == 1 && piped.output.isEmpty)
    #expect(piped.messages.hasPrefix("soundanalysis: standard input: found a pipe, expected "))
    #expect(try tool.shell("cat noise.wav | $TOOL classify --channel each -").status == 0)
  }

  @Test(arguments: [
    (
      ["--channel", "0"], "--channel 0: expected auto, first, mix, each or the number of a channel"
    ),
    (["--channel", "left"], "--channel left: expected auto"),
    (["--tail", "cut"], "--tail cut: expected align, pad or drop"),
    (["--start", "-1"], "--start"), (["--start", "1:60"], "--start 1:60: expected a time such as"),
    (["--start", "1:2:3:4"], "--start"), (["--start", "nan"], "--start nan: expected a time"),
    (["--end", "0"], "--end 0: expected a time after the start at 0 s"),
    (["--start", "5", "--end", "2"], "--end 2: expected a time after the start at 5 s"),
    (["--highpass", "0"], "--highpass 0: expected a frequency from 1 to 20000 Hz"),
    (["--audio-track", "0"], "--audio-track 0: expected a whole number of at least 1"),
    (["--filter", "nosuch"], "--filter nosuch: there is no filter 'nosuch'"),
    (["--filter", "highpass=x=1"], "--filter highpass=x=1: there is no option 'x' of that filter"),
    (["--filter", "atempo=2"], "--filter atempo=2: it gives less sound than it takes"),
    (["--filter", ""], "--filter : it is empty"),
    (["--channel", "each", "-f", "srt"], "--format srt: expected one channel"),
  ])
  func whatCannotBeIsSaidBeforeAnyWork(arguments: [String], message: String) throws {
    let outcome = try tool.run(["classify", "-o", "out.txt"] + arguments + ["noise.wav"])
    #expect(outcome.status == 2 && outcome.messageLines.count == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: \(message)"), "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: tool.file("out.txt").path))
  }

  @Test func filtersAndLoudnessKeepTimes() throws {
    let plain = try csv("noise.wav").map { $0[1] }
    let cleaned = try csv("--highpass", "120", "--filter", "afftdn", "--normalize", "noise.wav")
    #expect(cleaned.map { $0[1] } == plain)
    let piped = try tool.shell("cat noise.wav | $TOOL classify --normalize -")
    #expect(piped.status == 1)
    #expect(piped.messages.hasPrefix("soundanalysis: standard input: cannot go back: found a pipe"))
  }

  @Test func anotherTrackIsHeardIfAsked() throws {
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i anullsrc=r=16000:d=5 -i noise.wav -map 0:a -map 1:a -c:a flac two.mkv"
    )
    try #require(made.status == 0, "\(made.messages)")
    let second = try csv("--audio-track", "2", "two.mkv").map { $0[3] }
    #expect(second == (try csv("noise.wav")).map { $0[3] })
    #expect(try csv("two.mkv").allSatisfy { $0[3] == "silence" })
    let third = try tool.run(["classify", "--audio-track", "3", "two.mkv"])
    #expect(third.status == 1)
    #expect(
      third.messages
        == "soundanalysis: two.mkv: has no such audio track: found 2 audio tracks, "
        + "expected at least 3\n")
  }

  @Test(arguments: [
    ("a.pls", "[playlist]\nFile1=x.mp3\n"), ("a.m3u", "#EXTM3U\nx.mp3\n"), ("b.m3u", "x.mp3\n"),
  ])
  func aPlaylistIsNoAudio(name: String, content: String) throws {
    try tool.write(Data(content.utf8), to: name)
    let outcome = try tool.run(["classify", name])
    #expect(outcome.status == 1 && outcome.messageLines.count == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: \(name): a playlist, not audio"))
    #expect(outcome.messages.contains("(give the files that it names)"))
  }
}
