import Foundation
import TestSupport
import Testing

@Suite struct OutputTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 4.5)
  }

  @Test func outputHoldsWhatStandardOutputWould() throws {
    let printed = try tool.run(["classify", "noise.wav", "-f", "csv"])
    let written = try tool.run(["classify", "noise.wav", "-f", "csv", "-o", "out.csv"])
    #expect(written.status == 0 && written.output.isEmpty && written.messages.isEmpty)
    #expect(try Data(contentsOf: tool.file("out.csv")) == printed.output)
    #expect(try tool.names() == ["noise.wav", "out.csv"])
    #expect(
      try tool.run(["classify", "noise.wav", "-f", "csv", "-o", "-"]).output == printed.output)
  }

  @Test func aFileThatFailsDoesNotStopTheOutput() throws {
    let outcome = try tool.run(["classify", "missing.wav", "noise.wav", "-o", "out.txt"])
    #expect(outcome.status == 1)
    let text = try String(contentsOf: tool.file("out.txt"), encoding: .utf8)
    #expect(text.hasPrefix("noise.wav\n") && text.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    ("/dev/full", "cannot write /dev/full: No space left on device"),
    ("no/such/out.txt", "cannot create no/such/out.txt: No such file or directory"),
    ("noise.wav/out.txt", "cannot create noise.wav/out.txt: Not a directory"),
  ])
  func anOutputThatCannotBeWrittenIsOneLine(path: String, expected: String) throws {
    let outcome = try tool.run(["classify", "noise.wav", "-o", path])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.messages == "soundanalysis: \(expected)\n")
    #expect(try tool.names() == ["noise.wav"])
  }

  @Test func aFullDiskBehindStandardOutputIsOneLine() throws {
    for command in ["classify noise.wav", "labels", "--help", "--version"] {
      let outcome = try tool.shell("$TOOL \(command) > /dev/full")
      #expect(outcome.status == 1)
      #expect(
        outcome.messages
          == "soundanalysis: cannot write standard output: No space left on device\n")
    }
  }

  @Test func aReaderThatGoesAwayEndsItQuietly() throws {
    let outcome = try tool.shell(
      "{ $TOOL classify -w 0.5 --overlap 0.9 -n 303 noise.wav; echo status $? >&2; } | head -n 1")
    #expect(outcome.text.split(separator: "\n").count == 1)
    #expect(outcome.messages == "status 0\n")
  }

  @Test func resultsOfAStreamComeWhileItRuns() throws {
    let process = tool.process()
    process.arguments = ["classify", "-w", "0.5", "-"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The stream promises more than it brings so far.
    let recording = try Data(contentsOf: tool.writeNoise(seconds: 30, to: "long.wav"))
    try input.fileHandleForWriting.write(contentsOf: recording.prefix(recording.count / 2))
    let first = try output.fileHandleForReading.read(upToCount: 1)
    #expect(first == Data(" ".utf8))
    #expect(process.isRunning)
    try input.fileHandleForWriting.close()
    _ = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aPictureThatIsInterruptedLeavesNoFile(signal: Int32) throws {
    let process = tool.process()
    // Where the tests run in the background, some of the signals are ignored.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "--default-signal=INT,TERM,HUP", Tool.url.path, "plot", "long.wav", "-o", "out.svg",
      ]
    try tool.writeSilence(minutes: 60, to: "long.wav")
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60 * Sanitizer.patience)
    while try tool.names().count < 3, ContinuousClock.now < deadline { usleep(10_000) }
    #expect(try tool.names().count == 3, "a temporary file is there")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try tool.names() == ["long.wav", "noise.wav"])
  }
}
