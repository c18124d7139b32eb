import Foundation
import TestSupport
import Testing

/// Runs that are told to end: what was heard until then is written, whole and marked.
@Suite struct CutShortTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    // Opens at any score at all: each label sounds from the beginning to the end.
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
  }

  /// What a run left.
  private struct Outcome {
    var status: Int32
    var text: String
    var messages: String
  }

  /// Starts the command, waits until something is so, sends signals.
  private func run(
    _ arguments: [String], signals: [Int32], afterStart prepare: () throws -> Void = {},
    when isReady: (pid_t) throws -> Bool
  ) throws -> Outcome {
    let process = tool.process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=INT,TERM,HUP", Tool.url.path, "classify"] + arguments
    for name in ["stdout", "stderr"] {
      _ = FileManager.default.createFile(atPath: tool.file(name).path, contents: nil)
    }
    process.standardOutput = try FileHandle(forWritingTo: tool.file("stdout"))
    process.standardError = try FileHandle(forWritingTo: tool.file("stderr"))
    try process.run()
    try prepare()
    let deadline = ContinuousClock.now + .seconds(100 * Sanitizer.patience)
    while try !isReady(process.processIdentifier), ContinuousClock.now < deadline {
      usleep(20_000)
    }
    for signal in signals {
      kill(process.processIdentifier, signal)
      usleep(50_000)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Outcome(
      status: process.terminationStatus,
      text: try String(contentsOf: tool.file("stdout"), encoding: .utf8),
      messages: try String(contentsOf: tool.file("stderr"), encoding: .utf8))
  }

  /// The processor time that a process has used, in the system's ticks.
  private func ticks(of pid: pid_t) throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// Runs the command on a pipe that brings 5 s of noise and then nothing more.
  private func hearAPipe(_ arguments: [String], signals: [Int32] = [SIGINT]) throws -> Outcome {
    let noise = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 160_000)).data
    #expect(unsafe mkfifo(tool.file("pipe").path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: tool.file("pipe")) }
    var pipe: FileHandle?
    var (last, quietCount) = (-1, 0)
    let outcome = try run(arguments + ["pipe"], signals: signals) {
      pipe = try FileHandle(forWritingTo: tool.file("pipe"))
      try pipe?.write(contentsOf: noise.prefix(320_044))
    } when: { pid in
      // All is heard when nothing waits in the pipe and the processor rests.
      var waiting: Int32 = 0
      _ = unsafe ioctl(pipe?.fileDescriptor ?? -1, UInt(FIONREAD), &waiting)
      let now = try ticks(of: pid)
      quietCount = now == last && waiting == 0 ? quietCount + 1 : 0
      last = now
      return quietCount > 25
    }
    try pipe?.close()
    return outcome
  }

  /// Where the message says that the hearing ended.
  private func end(_ outcome: Outcome, _ name: String = "pipe") throws -> Double {
    let line = try #require(
      outcome.messages.firstMatch(
        of: /soundanalysis: (.*): interrupted at (\d+\.\d\d) s, not heard any further\n/),
      "\(outcome.messages)")
    #expect(line.1 == name)
    return Double(line.2) ?? -1
  }

  @Test(arguments: AwkwardEventTests.formats)
  func openEventsAreClosedAndTheFileIsMarked(format: String) throws {
    let outcome = try hearAPipe(["-p", "any.json", "-l", "speech", "-f", format])
    #expect(outcome.status == 130)
    let end = try end(outcome)
    #expect((4...5).contains(end))
    let text = outcome.text
    #expect(text.hasSuffix("\n") && text.contains("speech"), "\(text)")
    let mark = "interrupted at \(String(format: "%.2f", end)) s"
    // SubRip has no place for remarks.
    #expect(text.components(separatedBy: mark).count - 1 == (format == "srt" ? 0 : 1), "\(text)")
    switch format {
    case "json":
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let recordings = document?["recordings"] as? [[String: Any]]
      let event = (recordings?.first?["events"] as? [[String: Any]])?.first
      let last = try #require(event?["end"] as? Double)
      // The last window that was heard lies less than a hop before the end.
      #expect(end - 0.26 < last && last <= end, "\(last) \(end)")
      #expect(event?["closing"] as? String == "stopped")
    case "csv", "tsv":
      let separator: Character = format == "csv" ? "," : "\t"
      let kinds = text.split(separator: "\n").map { $0.split(separator: separator)[2] }
      #expect(kinds == ["kind", "event", "error"])
      #expect(text.contains("\(separator)stopped\n"))
    case "jsonl": #expect(text.contains(#""closing": "stopped"}"#))
    default: break
    }
  }

  @Test(arguments: ["text", "json", "jsonl", "csv", "tsv"])
  func windowsAreWrittenAndTheFileIsMarked(format: String) throws {
    let outcome = try hearAPipe(["-w", "0.5", "--overlap", "0", "-f", format, "-o", "out"])
    #expect(outcome.status == 130 && outcome.text.isEmpty)
    let count = Int(try end(outcome) / 0.5)
    let text = try String(contentsOf: tool.file("out"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(text.hasSuffix("\n") && text.contains("interrupted at"))
    switch format {
    case "json":
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
      #expect((document?.first?["windows"] as? [Any])?.count == count)
      #expect((document?.first?["error"] as? String)?.contains("interrupted at") == true)
    case "csv", "tsv":
      #expect(lines.count == count + 2 && lines.last?.contains("error") == true)
    default: #expect(lines.count == count + 1, "\(lines)")
    }
    #expect(try tool.names() == ["any.json", "out", "stderr", "stdout"])
  }

  @Test(arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func otherSignalsDoTheSame(signal: Int32, status: Int32) throws {
    let outcome = try hearAPipe(["-f", "jsonl", "-w", "0.5"], signals: [signal])
    #expect(outcome.status == status)
    _ = try end(outcome)
    #expect(outcome.text.split(separator: "\n").last?.contains("\"error\"") == true)
  }

  @Test(arguments: [[SIGTERM], [SIGINT, SIGINT]])
  func anOutputFolderGetsPartialResults(signals: [Int32]) throws {
    try FileManager.default.createDirectory(
      at: tool.file("rec"), withIntermediateDirectories: false)
    try tool.writeNoise(seconds: 1, to: "rec/a.wav")
    try tool.writeSilence(minutes: 30, to: "rec/long.wav")
    let staged = tool.file("out/.soundanalysis/staging/1")
    let outcome = try run(
      ["-w", "0.5", "-f", "csv", "rec", "-o", "out/", "-j", "2", "--failures", "failed"],
      signals: signals
    ) { _ in
      let whole = tool.file("out/a.wav.csv")
      guard FileManager.default.fileExists(atPath: whole.path) else { return false }
      return try Data(contentsOf: staged).count > 100
    }
    #expect(outcome.status == (signals == [SIGTERM] ? 143 : 130))
    _ = try end(outcome, "rec/long.wav")
    #expect(outcome.messages.contains("soundanalysis: 1 classified, 1 failed; "))
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.file("out").path).sorted()
    #expect(names == [".soundanalysis", "a.wav.csv", "long.wav.partial.csv"])
    let partial = try String(
      contentsOf: tool.file("out/long.wav.partial.csv"), encoding: .utf8)
    #expect(partial.split(separator: "\n").last?.contains("interrupted at") == true)
    let failures = try String(contentsOf: tool.file("failed"), encoding: .utf8)
    #expect(failures.contains("long.wav: interrupted at"))
    // Of what was cut, nothing is kept by a later run.
    try tool.writeNoise(seconds: 2, to: "rec/long.wav")
    let again = try tool.run([
      "classify", "-w", "0.5", "-f", "csv", "rec", "-o", "out/", "--resume",
    ])
    #expect(again.status == 0 && again.messages.contains("1 classified, 1 kept from before"))
    #expect(!FileManager.default.fileExists(atPath: tool.file("out/long.wav.partial.csv").path))
  }

  @Test func filesInHandAreFinishedByAllJobs() throws {
    try FileManager.default.createDirectory(
      at: tool.file("rec"), withIntermediateDirectories: false)
    for number in 1...6 { try tool.writeNoise(seconds: 20, to: "rec/\(number).wav") }
    let arguments = ["-w", "0.5", "-f", "json", "rec", "-j", "2", "-o"]
    let outcome = try run(arguments + ["out/"], signals: [SIGINT]) { _ in
      FileManager.default.fileExists(
        atPath: tool.file("out/.soundanalysis/staging/1").path)
    }
    #expect(outcome.status == 130)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.file("out").path).sorted()
    #expect((2...6).contains(names.count - 1), "\(names)")
    #expect(try tool.run(["classify"] + arguments + ["whole/"]).status == 0)
    for name in names.dropFirst() {
      let found = try Data(contentsOf: tool.file("out/\(name)"))
      #expect(try Data(contentsOf: tool.file("whole/\(name)")) == found, "\(name)")
    }
  }

  @Test func laterChannelsOfARecordingAreNotBegun() throws {
    try tool.writeSilence(minutes: 30, channelCount: 2, to: "two.wav")
    let outcome = try run(
      ["-w", "0.5", "-f", "jsonl", "--channel", "each", "two.wav"], signals: [SIGINT]
    ) { _ in try Data(contentsOf: tool.file("stdout")).count > 100 }
    #expect(outcome.status == 130)
    _ = try end(outcome, "two.wav")
    #expect(outcome.text.split(separator: "\n").last?.contains("interrupted at") == true)
    #expect(!outcome.text.contains(#""channel": "2""#))
  }
}
