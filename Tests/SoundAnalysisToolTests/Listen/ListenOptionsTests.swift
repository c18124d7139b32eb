import SoundAnalysis
import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct ListenOptionsTests {
  private func parse(_ words: String...) throws(UsageError) -> ListenOptions {
    try ListenOptions.parse(words.map { Argument($0) }).options
  }

  @Test func optionsOfListeningAndClassifyingAreTaken() throws {
    let options = try parse(
      "--device", "alsa:hw:1", "--duration", "2.5", "-w", "1.5", "--overlap=0.25", "-n2", "-c",
      "0.5", "-l", "dog_bark,cow_moo", "-f", "jsonl", "-o", "x")
    #expect(options.device == "alsa:hw:1")
    #expect(options.duration == 2.5)
    #expect(options.shared.windowDuration == 1.5)
    #expect(options.shared.overlapFactor == 0.25)
    #expect(options.shared.count == 2)
    #expect(options.shared.minimumConfidence == 0.5)
    #expect(options.shared.labels == ["dog_bark,cow_moo"])
    #expect(options.shared.format == .jsonl)
    #expect(options.shared.output == Argument("x"))
    #expect(!options.wantsDevices)
  }

  @Test func aSourceIsAPipeOrAnAddress() throws {
    let options = try parse("rtsp://cam/1", "--timeout", "2.5", "--reconnect", "60")
    #expect(options.source?.displayName == "rtsp://cam/1")
    #expect(options.patience.timeout == 2.5 && options.patience.reconnect == 60)
    #expect(try parse("-").source == .bytes(.standardInput))
    #expect(try parse("-").patience.reconnect == nil)
    #expect(try parse("-", "--reconnect", "forever").patience.reconnect == nil)
    #expect(try parse("/tmp/none").source == .bytes(.file(path: "/tmp/none")))
    #expect(try parse("--reconnect", "60", "-d", "pulse").looksForMicrophone)
    #expect(try !parse("-d", "pulse").looksForMicrophone)
  }

  @Test(arguments: [
    (["/proc/self/exe"], "expected a pipe, an address or options only"),
    (["file:///etc/passwd"], "expected an address without spaces that begins with http://"),
    (["ftp://host/a.mp3"], "found ftp://"), (["tcp://a b"], "without spaces"),
    (["-", "-"], "-: expected one source, found 2"),
    (["-", "--device", "pulse"], "expected either a microphone or a source, found -"),
    (["--timeout", "5"], "--timeout: expected a pipe or an address to listen to"),
    (["-", "--timeout", "0"], "--timeout 0: expected a number of seconds from 0.1 to 86400"),
    (
      ["-", "--reconnect", "-1"],
      "--reconnect -1: expected a number of seconds, 0 or more, or forever"
    ),
    (["--duration", "0"], "--duration 0: expected a number of seconds above 0"),
    (["--duration", "nan"], "--duration nan: expected"),
    (["--device", ""], "--device '': expected a name that --list-devices shows"),
    (["--events", "--top", "2"], "--top 2: expected windows, not events"),
    (["--format", "mp3"], "--format mp3: expected text, json"),
    (["--labels", ","], "--labels ,: expected labels"),
    (["--merge-into", "x.srt"], "unknown option --merge-into"),
  ])
  func wrongUsageIsNamed(words: [String], message: String) throws {
    let error = try #require(throws: UsageError.self) {
      try ListenOptions.parse(words.map { Argument($0) })
    }
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func helpNamesEveryOption() throws {
    let help = try ListenOptions.parse([Argument("--help")]).help
    for option in [
      "-d, --device=NAME", "--list-devices", "--duration=SECONDS",
      "--timeout=SECONDS", "--reconnect=SECONDS", "-w, --window=SECONDS",
      "--overlap=F", "-n, --top=N", "-c, --min-confidence=P", "-l, --labels=A,B",
      "-m, --model=FILE", "-e, --events", "-p, --profile=FILE", "-f, --format=FORMAT",
      "-o, --output=FILE", "--level-gate=DB", "-h, --help",
    ] {
      #expect(help.contains("\n  \(option) "), "\(option)")
    }
  }
}
