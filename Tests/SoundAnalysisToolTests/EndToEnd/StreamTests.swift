import Foundation
import TestSupport
import Testing

/// `listen` on pipes and addresses: every end is clean, and gaps are told.
@Suite(.timeLimit(.minutes(2 * Sanitizer.patience)))
struct StreamTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      Data(#"{"open": 1e-30, "close": 1e-30, "minimum_length": 0}"#.utf8), to: "any.json")
    let noise = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 16_384))
    // Packets of 4096 bytes are whole.
    try tool.write(noise.liveData, to: "live.wav")
    // As many samples without a header.
    try tool.write(noise.data.dropFirst(44), to: "samples")
    #expect(unsafe mkfifo(tool.file("pipe").path, 0o600) == 0)
  }

  static let formats = [
    "text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "srt", "vtt", "rttm", "textgrid",
  ]

  private static let event = "-w 0.5 -p any.json -l speech"

  /// Has a named pipe heard that gives a second of sound and then nothing, until something ends it.
  ///
  /// - Parameter ending: what the shell does in the meantime; `$pid` is the command.
  private func hearAPipe(_ options: String, _ ending: String) throws -> Tool.Outcome {
    try tool.shell(
      """
      $TOOL listen \(options) pipe > out 2> errors & pid=$!
      exec 7> pipe; cat live.wav >&7
      \(ending)
      wait $pid; echo status $?; cat out; cat errors >&2
      """)
  }

  /// Waits until the command has something to say of the stall.
  private static let untilStalled = "while ! grep -qs waiting errors; do sleep 0.05; done"

  @Test(arguments: formats)
  func aSignalClosesWhatIsOpen(format: String) throws {
    // Once it has taken the last byte out of the pipe, what is left to hear is heard after the signal.
    let outcome = try hearAPipe(
      "\(Self.event) -f \(format) --timeout 30",
      "cat samples samples >&7; kill -TERM $pid")
    #expect(outcome.text.hasPrefix("status 0\n") && outcome.messages.isEmpty, "\(outcome.messages)")
    let told = outcome.text.dropFirst("status 0\n".count)
    #expect(told.lowercased().contains("speech"), "\(told)")
    if ["json", "jsonl", "csv", "tsv"].contains(format) {
      #expect(told.matches(of: /stopped/).count == 1, "\(told)")
    }
  }

  @Test func silenceBelowTheGateClosesWhatIsOpen() throws {
    // Any score at all keeps an event of this profile open; below the gate there is none.
    let outcome = try hearAPipe(
      "\(Self.event) --overlap 0 -f jsonl --reconnect 0 --level-gate -60",
      "head -c 98304 /dev/zero >&7; exec 7>&-")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "status 0", "\(outcome.text) \(outcome.messages)")
    #expect(lines[1].contains(#""start": 0.000000, "end": 1.5"#), "\(outcome.text)")
    #expect(lines[1].contains(#""closing": "score_fell""#), "\(outcome.text)")
    #expect(lines[2].contains(#""duration": 2.560000"#), "\(outcome.text)")
  }

  @Test func anIndexAfterTheSoundIsNoDamage() throws {
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i sine=duration=8 -c:a aac late.m4a && "
        + "ffmpeg -v error -i late.m4a -c copy -movflags +faststart early.m4a")
    #expect(made.status == 0, "\(made.messages)")
    for command in ["classify", "listen"] {
      let late = try tool.shell("cat late.m4a | $TOOL \(command) -")
      #expect(late.status == 1 && late.output.isEmpty, "\(command)")
      #expect(
        late.messages.contains("index comes after its sound (save it and give its path)"),
        "\(late.messages)")
      let early = try tool.shell("cat early.m4a | $TOOL \(command) -")
      #expect(early.status == 0, "\(early.messages)")
    }
    let piped = try tool.shell("cat early.m4a | $TOOL classify -")
    #expect(try tool.run(["classify", "early.m4a"]).text == piped.text)
  }

  @Test func theTimeThatIsOverClosesWhatIsOpen() throws {
    for pause in ["", "sleep 2"] {
      let outcome = try hearAPipe(
        "\(Self.event) -f jsonl --timeout 30 --duration \(pause.isEmpty ? "0.75" : "1.5")", pause)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 3 && lines[0] == "status 0", "\(outcome.text) \(outcome.messages)")
      #expect(lines[1].contains(#""closing": "stopped""#), "\(outcome.text)")
      #expect(
        lines[2].contains("\"duration\": \(pause.isEmpty ? "0.750000" : "1.024000")"),
        "\(outcome.text)")
    }
  }

  @Test func aStallEndsTheEventAndTheGapIsTold() throws {
    let outcome = try tool.shell(
      """
      { cat live.wav; \(Self.untilStalled); sleep 2; cat samples; } |
        $TOOL listen \(Self.event) -f jsonl --timeout 0.5 - 2> errors
      status=$?; cat errors >&2; exit $status
      """)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let rows = try outcome.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.map { $0["kind"] as? String } == ["event", "unheard", "event", "end"])
    guard rows.count == 4 else { return }
    #expect(rows.map { $0["closing"] as? String } == ["timeout", nil, "stream_end", nil])
    #expect(rows[1]["label"] as? String == "stalled")
    #expect((rows[1]["clock"] as? String)?.contains(/^20\d\d-\d\d-\d\dT.*\.\d\d\dZ$/) == true)
    let times = rows.map { ($0["start"] as? Double ?? -1, $0["end"] as? Double ?? -1) }
    // Five windows; the sound goes on for a little more, which the stall leaves without one.
    #expect(times[0] == (0, 1) && times[1].0 == 1.024)
    // By the clock, and not by what came.
    #expect(times[1].1 > 1.5 && times[2].0 >= times[1].1)
    #expect(abs(times[2].1 - times[1].1 - 1) < 0.01)
    #expect(outcome.messageLines.count == 2, "\(outcome.messages)")
    #expect(
      outcome.messageLines.first
        == "soundanalysis: standard input: no sound for 0.5 s; still waiting")
    #expect(
      outcome.messageLines.last?.contains(
        /^soundanalysis: standard input: sound again; \d+\.\d s were not heard$/) == true)
  }

  @Test(arguments: ["text", "json", "jsonl", "csv", "tsv"])
  func windowsTellOfTheGap(format: String) throws {
    let outcome = try hearAPipe(
      "-w 0.5 --overlap 0 -f \(format) --timeout 0.3",
      "\(Self.untilStalled); sleep 2; cat samples >&7; exec 7>&-; sleep 1; kill -TERM $pid")
    #expect(outcome.text.hasPrefix("status 0\n"), "\(outcome.messages)")
    let told = format == "text" ? "not heard for" : "stalled"
    #expect(outcome.text.contains(told) && outcome.text.contains(/since 20|"20|20\d\d-\d\d-\d\dT/))
    if format == "csv" {
      let rows = outcome.text.split(separator: "\n").dropFirst(2).map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let kinds = rows.map { $0[6] }
      #expect(kinds.prefix(5) == ["window", "window", "unheard", "window", "window"], "\(rows)")
      guard kinds.count >= 5,
        let gapEnd = Double(rows[2][1]).map({ $0 + (Double(rows[2][2]) ?? 0) })
      else { return }
      #expect(Double(rows[2][1]) == 1.024 && rows[2][3] == "stalled")
      #expect(abs((Double(rows[3][1]) ?? 0) - gapEnd) < 1e-5, "\(rows)")
    }
  }

  @Test func aPipeThatEndedAndDidNotComeBackIsGivenUp() throws {
    let outcome = try hearAPipe("\(Self.event) -f csv --reconnect 2", "exec 7>&-")
    #expect(outcome.text.hasPrefix("status 1\n"), "\(outcome.text)")
    let rows = outcome.text.split(separator: "\n").dropFirst(2)
    #expect(rows.count == 3, "\(outcome.text)")
    #expect(rows.first?.hasSuffix(",interrupted") == true)
    #expect(rows.dropFirst().first?.contains(",unheard,disconnected,1.024000,") == true)
    #expect(
      rows.last?.contains(#",error,"pipe: given up, for no sound has come for 2 s more","#) == true)
    let once = try hearAPipe("\(Self.event) -f csv --reconnect 0", "exec 7>&-")
    #expect(once.text.hasPrefix("status 0\n") && once.messages.isEmpty, "\(once.messages)")
    #expect(once.text.contains(",stream_end\n"))
  }

  @Test func anAddressIsHeardAndItsPasswordIsNot() throws {
    let server = try LoopbackServer()
    let process = tool.process()
    process.arguments = [
      "listen", "-f", "csv", "-w", "0.5", "--reconnect", "0",
      "tcp://me:secret@127.0.0.1:\(server.port)",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let client = try #require(server.accept())
    client.send(try Data(contentsOf: tool.file("live.wav")))
    client.close()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let rows = text.split(separator: "\n").dropFirst()
    #expect(rows.count == 3, "\(text)")
    #expect(rows.allSatisfy { $0.hasPrefix("tcp://me:***@127.0.0.1:\(server.port),") })
  }

  @Test func anAddressWithoutSoundIsOneLine() throws {
    let server = try LoopbackServer()
    let serving = Thread {
      guard let client = server.accept() else { return }
      _ = client.readRequest()
      client.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    serving.start()
    try tool.write(Data("old".utf8), to: "out")
    let outcome = try tool.run(["listen", "-o", "out", "http://127.0.0.1:\(server.port)/x"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.messages
        == "soundanalysis: http://127.0.0.1:\(server.port)/x: no such file: found HTTP status 404\n"
    )
    #expect(try Data(contentsOf: tool.file("out")) == Data("old".utf8))
    let missing = try tool.run(["listen", "nowhere"])
    #expect(missing.status == 1)
    #expect(missing.messages == "soundanalysis: nowhere: no such file\n")
    let text = try tool.shell("echo no sound | $TOOL listen -")
    #expect(text.status == 1)
    #expect(text.messages.hasPrefix("soundanalysis: standard input: not an audio file"))
  }
}
