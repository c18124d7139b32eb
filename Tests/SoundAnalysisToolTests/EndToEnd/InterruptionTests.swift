import Foundation
import TestSupport
import Testing

/// Runs that are interrupted, killed, or find their disk full.
@Suite struct InterruptionTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Starts a run over a recording and a pipe that has nothing to say yet.
  private func start(_ arguments: [String]) throws -> (Process, errors: URL) {
    try tool.writeNoise(seconds: 1, to: "a.wav")
    #expect(unsafe mkfifo(tool.file("pipe").path, 0o600) == 0)
    let process = tool.process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=INT", Tool.url.path, "classify", "-w", "0.5", "-j", "1"] + arguments
    let errors = tool.file("errors")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return (process, errors)
  }

  private func wait(for claim: () throws -> Bool) rethrows {
    let deadline = ContinuousClock.now + .seconds(60 * Sanitizer.patience)
    while try !claim(), ContinuousClock.now < deadline { usleep(10_000) }
  }

  @Test func theFirstInterruptFinishesWhatIsInHand() throws {
    let (process, errors) = try start(["a.wav", "pipe", "a.wav", "-f", "csv", "-o", "out.csv"])
    // Opening the pipe for writing waits until the command reads it.
    let pipe = try FileHandle(forWritingTo: tool.file("pipe"))
    let recording = try Data(contentsOf: tool.file("a.wav"))
    try pipe.write(contentsOf: recording.prefix(recording.count / 2))
    kill(process.processIdentifier, SIGINT)
    try wait { try String(contentsOf: errors, encoding: .utf8).contains("another Ctrl-C") }
    #expect(process.isRunning)
    try pipe.write(contentsOf: recording.suffix(from: recording.count / 2))
    try pipe.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    let messages = try String(contentsOf: errors, encoding: .utf8)
    #expect(
      messages.hasPrefix(
        "soundanalysis: finishing the files in hand; another Ctrl-C ends them where they are\n"
          + "soundanalysis: 2 classified, 1 not begun; "), "\(messages)")
    let rows = try String(contentsOf: tool.file("out.csv"), encoding: .utf8)
    #expect(rows.split(separator: "\n").count == 1 + 3 + 3, "whole results of both")
  }

  @Test func theSecondInterruptKeepsWhatIsDoneThoughAFileHangs() throws {
    let (process, errors) = try start(["a.wav", "pipe", "a.wav", "-f", "csv", "-o", "out.csv"])
    // A writer that says nothing: the command waits for the first byte.
    let pipe = try FileHandle(forWritingTo: tool.file("pipe"))
    kill(process.processIdentifier, SIGINT)
    try wait { try String(contentsOf: errors, encoding: .utf8).contains("another Ctrl-C") }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    try pipe.close()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    let rows = try String(contentsOf: tool.file("out.csv"), encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 1 + 3 + 1, "\(rows)")
    #expect(rows.last == "pipe,,,pipe: interrupted before any of it was heard,,,error,")
    let messages = try String(contentsOf: errors, encoding: .utf8)
    #expect(
      messages.contains(
        "soundanalysis: pipe: interrupted before any of it was heard\n"
          + "soundanalysis: 1 classified, 1 failed, 1 not begun; "), "\(messages)")
  }

  @Test func theThirdInterruptStopsAtOnceAndLeavesNothing() throws {
    let (process, errors) = try start(["a.wav", "pipe", "a.wav", "-o", "out.txt"])
    let pipe = try FileHandle(forWritingTo: tool.file("pipe"))
    kill(process.processIdentifier, SIGINT)
    try wait { try String(contentsOf: errors, encoding: .utf8).contains("another Ctrl-C") }
    for _ in 0..<2 {
      kill(process.processIdentifier, SIGINT)
      // Equal signals that wait are one.
      usleep(200_000)
    }
    process.waitUntilExit()
    try pipe.close()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(try tool.names() == ["a.wav", "errors", "pipe"])
  }

  @Test func whatIsIgnoredStaysIgnored() throws {
    let outcome = try tool.shell(
      """
      mkfifo fifo; trap '' INT
      $TOOL classify -w 0.5 -f csv fifo > out & pid=$!
      exec 7> fifo; kill -INT $pid; cat \(try tool.writeNoise(seconds: 1, to: "b.wav").path) >&7
      exec 7>&-; wait $pid; echo status $?; wc -l < out
      """)
    #expect(outcome.text == "status 0\n4\n", "\(outcome.text) \(outcome.messages)")
  }

  /// Whether a disk of its own can be had that is soon full.
  private static var canMount: Bool {
    let outcome = try? Tool().shell("mkdir at && mount -t tmpfs -o size=64k tmpfs at && umount at")
    return outcome?.status == 0
  }

  @Test(.enabled(if: canMount, "no right to mount a small disk"))
  func aFullDiskKeepsWhatWasDone() throws {
    for name in ["rec", "out"] {
      try FileManager.default.createDirectory(
        at: tool.file(name), withIntermediateDirectories: false)
    }
    for number in 1...9 { try tool.writeNoise(seconds: 3, to: "rec/\(number).wav") }
    try tool.write(Data("broken\n".utf8), to: "rec/0.wav")
    let run =
      "$TOOL classify -w 0.5 --overlap 0.9 -n 20 -f json -j 1 rec -o out/ --resume --failures failed"
    let full = try tool.shell(
      """
      mount -t tmpfs -o size=160k tmpfs out; trap 'umount out' EXIT
      \(run); echo status $?; ls out | wc -l; cat failed
      mount -o remount,size=4m out; \(run) 2>again; echo status $?; ls out | wc -l
      """)
    let lines = full.text.split(separator: "\n")
    #expect(lines.count == 5 && lines[0] == "status 1" && lines[3] == "status 1", "\(full.text)")
    #expect(lines.last == "9" && lines[1] != "0" && lines[1] != "9", "\(full.text)")
    #expect(lines[2].contains("\"file\": \"rec/0.wav\""), "\(full.text)")
    #expect(
      full.messages.firstMatch(of: #/\d classified, 1 failed, \d not finished; /#) != nil,
      "\(full.messages)")
    #expect(
      full.messages.firstMatch(of: /cannot write out\/\d\.wav\.json: No space left on device\n/)
        != nil, "\(full.messages)")
    let again = try String(contentsOf: tool.file("again"), encoding: .utf8)
    #expect(again.contains("kept from before"), "\(again)")
  }

  @Test func whatAKilledRunLeftIsRemovedByTheNext() throws {
    let outcome = try tool.shell(
      """
      mkfifo pipe; run="$TOOL classify -w 0.5 -f csv --failures failed -o out.csv"
      $run pipe & killed=$!
      while [ $(ls -A | grep -c .soundanalysis-) -lt 2 ]; do sleep 0.02; done
      kill -9 $killed; wait $killed; dead=$(ls -A | grep .soundanalysis-)
      $run pipe & alive=$!
      while ls $dead > /dev/null 2>&1; do sleep 0.02; done
      while [ $(ls -A | grep -c .soundanalysis-) -ne 2 ]; do sleep 0.02; done
      $run \(try tool.writeNoise(seconds: 1, to: "a.wav").lastPathComponent); echo status $?
      cat a.wav > pipe; wait $alive; echo status $?; ls -A
      """)
    // The run that was still at work has lost nothing either.
    #expect(
      outcome.text == "status 0\nstatus 0\na.wav\nfailed\nout.csv\npipe\n",
      "\(outcome.text) \(outcome.messages)")
    let rows = try String(contentsOf: tool.file("out.csv"), encoding: .utf8)
    #expect(rows.contains("\npipe,"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func killedRunsResumeToTheSameBytes() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Benchmarks/resume.py").standardized.path
    let outcome = try tool.shell("python3 \(script) --tool \"$TOOL\" --work work --count 60")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.text.hasPrefix("resume: 60 recordings, killed three times, 61 files equal"))
  }
}
