import Foundation
import TestSupport
import Testing

/// Whole folders through the command as a process.
@Suite struct FolderTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for place in ["rec/sub", "rec/.git"] {
      try FileManager.default.createDirectory(
        at: tool.file(place), withIntermediateDirectories: true)
    }
    for (index, name) in ["a", "b", "sub/c", "sub/d", "sub/e"].enumerated() {
      try tool.writeNoise(seconds: [2.5, 0.5, 1, 4, 0.75][index], to: "rec/\(name).wav")
    }
    try tool.write(Data("not a sound\n".utf8), to: "rec/notes.txt")
    try tool.write(Data("nor this\n".utf8), to: "rec/.git/config")
    try tool.write(Data("broken\n".utf8), to: "rec/broken.wav")
  }

  /// The files below a folder, and what is in them.
  private func contents(of folder: String) throws -> [String: Data] {
    let url = tool.file(folder)
    var contents: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: url.path) ?? .init() {
      let file = url.appendingPathComponent(name)
      if let data = try? Data(contentsOf: file) { contents[name] = data }
    }
    return contents
  }

  @Test(arguments: [["-f", "text"], ["-f", "json"], ["-f", "csv", "--events"], ["-f", "raven"]])
  func outputAndMessagesDoNotDependOnTheJobs(options: [String]) throws {
    let outcomes = try ["1", "2", "5"].map { jobs in
      try tool.run(["classify", "-w", "0.5", "-j", jobs, "rec", "rec/a.wav"] + options)
    }
    for outcome in outcomes {
      #expect(outcome.status == 1 && !outcome.output.isEmpty)
      #expect(outcome.output == outcomes[0].output)
      #expect(outcome.messageLines.count == 2, "\(outcome.messages)")
      #expect(outcome.messageLines[0].contains("rec/broken.wav"))
      #expect(
        outcome.messageLines[1].hasPrefix(
          "soundanalysis: 6 classified, 1 failed, 1 other files, 1 hidden or special; "))
    }
  }

  @Test func filesOneByOneGiveWhatTheFolderGives() throws {
    let names = ["rec/a.wav", "rec/b.wav", "rec/sub/c.wav", "rec/sub/d.wav", "rec/sub/e.wav"]
    let whole = try tool.run([
      "classify", "-w", "0.5", "-f", "jsonl", "-n", "5", "rec/*", "rec/sub",
    ])
    let parts = try names.map {
      try tool.run(["classify", "-w", "0.5", "-f", "jsonl", "-n", "5", $0]).text
    }
    let lines = whole.text.split(separator: "\n").filter { !$0.contains("\"error\"") }
    // A folder that two operands name is told of twice.
    let expected = (parts + parts.dropFirst(2)).joined().split(separator: "\n")
    #expect(lines.sorted() == expected.sorted())
  }

  @Test func anOutputFolderMirrorsTheTree() throws {
    let outcome = try tool.run([
      "classify", "-w", "0.5", "-f", "json", "rec", "-o", "out/", "--failures", "failures.jsonl",
    ])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    let results = try contents(of: "out")
    #expect(
      results.keys.sorted() == [
        ".soundanalysis/ledger.jsonl", "a.wav.json", "b.wav.json", "sub/c.wav.json",
        "sub/d.wav.json", "sub/e.wav.json",
      ])
    let alone = try tool.run(["classify", "-w", "0.5", "-f", "json", "rec/sub/d.wav"])
    #expect(results["sub/d.wav.json"] == alone.output)
    let failures = try String(contentsOf: tool.file("failures.jsonl"), encoding: .utf8)
    let failure = try #require(
      try JSONSerialization.jsonObject(with: Data(failures.utf8)) as? [String: Any])
    #expect(failure["file"] as? String == "rec/broken.wav" && failure["heard"] is NSNull)
    #expect(outcome.messages.contains(try #require(failure["error"] as? String)))
  }

  @Test func resumingGoesByContentsAndSettings() throws {
    let arguments = ["classify", "-w", "0.5", "-f", "json", "rec", "-o", "out", "--resume"]
    #expect(try tool.run(arguments).status == 1)
    let first = try contents(of: "out")
    #expect(try tool.run(arguments).messages.contains("0 classified, 5 kept from before, 1 failed"))
    #expect(try contents(of: "out") == first)

    // Another recording under an old name, a result that somebody changed, and one that is gone.
    try tool.writeNoise(seconds: 1.5, to: "rec/a.wav")
    try tool.write(Data("mine".utf8), to: "out/b.wav.json")
    try FileManager.default.removeItem(at: tool.file("out/sub/c.wav.json"))
    #expect(try tool.run(arguments).messages.contains("3 classified, 2 kept from before"))
    var second = try contents(of: "out")
    #expect(second["a.wav.json"] != first["a.wav.json"])
    for name in ["a.wav.json", ".soundanalysis/ledger.jsonl"] { second[name] = first[name] }
    #expect(second == first)

    let others = try tool.run(["classify", "-w", "1", "-f", "json", "rec", "-o", "out", "--resume"])
    #expect(others.status == 2)
    #expect(
      others.messages.contains(
        "--output out: the folder holds results of a run with other settings (--window '0.5', "
          + "now '1'); choose another folder or delete this one"))
    #expect(try contents(of: "out")["b.wav.json"] == first["b.wav.json"])
  }

  @Test func foreignFilesAreNotReplaced() throws {
    try FileManager.default.createDirectory(
      at: tool.file("out"), withIntermediateDirectories: false)
    try tool.write(Data("mine".utf8), to: "out/a.wav.txt")
    let outcome = try tool.run(["classify", "-w", "0.5", "rec", "-o", "out"])
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains(
        "rec/a.wav: its results would replace out/a.wav.txt, which no run into this folder has made"
      ))
    #expect(try Data(contentsOf: tool.file("out/a.wav.txt")) == Data("mine".utf8))
    #expect(try contents(of: "out")["b.wav.txt"] != nil)
  }

  @Test func aRecordingThatIsCutOffLeavesAPartialResult() throws {
    let whole = try Data(contentsOf: tool.file("rec/sub/d.wav"))
    try tool.write(whole.prefix(whole.count / 2), to: "rec/sub/d.wav")
    let outcome = try tool.run(["classify", "-w", "0.5", "-f", "csv", "rec/sub", "-o", "out/"])
    #expect(outcome.status == 1 && outcome.messages.contains("d.wav: ends early"))
    #expect(
      try contents(of: "out").keys.sorted() == [
        ".soundanalysis/ledger.jsonl", "c.wav.csv", "d.wav.partial.csv", "e.wav.csv",
      ])
    try tool.write(whole, to: "rec/sub/d.wav")
    let again = ["classify", "-w", "0.5", "-f", "csv", "rec/sub", "-o", "out/", "--resume"]
    #expect(try tool.run(again).status == 0)
    #expect(
      try contents(of: "out").keys.sorted() == [
        ".soundanalysis/ledger.jsonl", "c.wav.csv", "d.wav.csv", "e.wav.csv",
      ])
  }

  @Test func resultsOfTheSameNameAreRefusedBeforeAnyWork() throws {
    let outcome = try tool.run([
      "classify", "rec/a.wav", "./rec/../rec/a.wav",
      "../\(tool.folder.url.lastPathComponent)/rec/a.wav",
      "rec/a.wav", "/rec/b.wav", "rec/b.wav", "-o", "out/",
    ])
    #expect(outcome.status == 2 && outcome.messages.contains("would have the same name"))
    #expect(try !tool.names().contains("out"))
  }

  @Test func listsFromStandardInput() throws {
    let outcome = try tool.shell(
      "find rec -name '[ab].wav' -print0 | sort -z | $TOOL classify -w 0.5 -f csv --from -")
    #expect(outcome.status == 0)
    let names = Set(
      outcome.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] })
    #expect(names == ["rec/a.wav", "rec/b.wav"])
  }

  @Test func anEditorsFormatGoesIntoAFolder() throws {
    let outcome = try tool.run(["classify", "-w", "0.5", "-f", "srt", "rec/sub", "-o", "out/"])
    #expect(outcome.status == 0)
    let refused = try tool.run(["classify", "-f", "srt", "rec"])
    #expect(refused.status == 2)
    #expect(
      refused.messages.contains("--format srt: expected one recording, found 7 files; call the"))
  }

  @Test func recordingsInFoldersAreNotOverwritten() throws {
    let before = try contents(of: "rec")
    for arguments in [["-o", "rec/sub/c.wav"], ["--failures", "./rec/a.wav"]] {
      let outcome = try tool.run(["classify", "-w", "0.5", "rec"] + arguments)
      #expect(outcome.status == 2, "\(outcome.messages)")
      #expect(outcome.messages.contains("expected another file than the input rec/"))
    }
    #expect(try contents(of: "rec") == before)
  }

  @Test func anEmptyFolderIsAFailure() throws {
    try FileManager.default.createDirectory(
      at: tool.file("empty"), withIntermediateDirectories: false)
    let outcome = try tool.run(["classify", "empty", "rec/a.wav"])
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("soundanalysis: empty: the folder holds no files\n"))
  }

  @Test func aProfileFromAPipeIsKnownAgain() throws {
    let run = { (profile: String) in
      try tool.shell(
        """
        bash -c '$TOOL classify -p <(echo "\(profile)") -f csv rec/sub -o out/ --resume'
        """)
    }
    #expect(try run("{}").messages.contains("3 classified"))
    #expect(try run("{}").messages.contains("0 classified, 3 kept from before"))
    let other = try run("{ }")
    #expect(other.status == 2 && other.messages.contains("run with other settings (--profile "))
  }

  @Test func twoRunsDoNotShareAFolder() throws {
    // The first run has the folder while it waits for somebody to read its list of failures.
    let outcome = try tool.shell(
      """
      mkfifo hold; mkdir out
      $TOOL classify -w 0.5 rec/a.wav -o out/ --failures hold 2>first &
      while [ ! -e out/.soundanalysis/ledger.jsonl ]; do sleep 0.02; done
      $TOOL classify -w 0.5 rec/a.wav -o out/; echo status $?
      cat hold; wait $!; echo status $?
      """)
    #expect(outcome.text == "status 2\nstatus 0\n")
    #expect(outcome.messages.contains("--output out/: another run is writing into this folder"))
    let first = try String(contentsOf: tool.file("first"), encoding: .utf8)
    #expect(first.contains("1 classified"))
  }

  @Test func pipesAndDevicesAreNotOpenedForAFolder() throws {
    let outcome = try tool.shell(
      "mkfifo pipe; $TOOL classify -w 0.5 pipe rec/a.wav /dev/zero -o out/ -f csv")
    #expect(outcome.status == 1)
    for name in ["pipe", "/dev/zero"] {
      #expect(
        outcome.messages.contains(
          "soundanalysis: \(name): found a pipe or a device, expected a file"),
        "\(outcome.messages)")
    }
    #expect(outcome.messages.contains("1 classified, 2 failed"), "\(outcome.messages)")
    #expect(try contents(of: "out").keys.contains("rec/a.wav.csv"))
  }

  @Test func aFileOfTwoSpellingsIsHeardOnce() throws {
    let outcome = try tool.run([
      "classify", "-w", "0.5", "rec/a.wav", "./rec/a.wav", ".//rec/./a.wav",
      "-o", "out/", "-f", "csv",
    ])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("1 classified; "), "\(outcome.messages)")
    let rows = try String(contentsOf: tool.file("out/rec/a.wav.csv"), encoding: .utf8)
    #expect(rows.contains("\nrec/a.wav,"))
  }

  @Test(arguments: ["rec/a.wav", "-"])
  func aRecordingIsNoListOfNames(list: String) throws {
    let outcome = try tool.shell("$TOOL classify --from \(list) < rec/a.wav")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.messages.hasPrefix(
        "soundanalysis: --from \(list): found a recording, expected a list of names; leave out --from"
      ))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")),
    arguments: ["rec/long.wav", "rec"])
  func progressIsAlsoOfRecordingsInHand(operand: String) throws {
    try tool.writeSilence(minutes: 10, to: "rec/long.wav")
    let outcome = try tool.shell(
      """
      /usr/bin/python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \
        $TOOL classify -w 0.5 -j 1 \(operand) -o out.csv -f csv < /dev/null
      """)
    // Half of the bar is there before the only long recording has ended.
    let bars = outcome.text.matches(of: #/\[(#*)\.*\]/#).map(\.output.1.count)
    #expect(bars.contains { (3...17).contains($0) }, "\(bars)")
    #expect(outcome.text.firstMatch(of: #/\]  (\d of 8 files  )?\d+:\d\d left  /#) != nil)
  }

  @Test func whereTimeWentIsToldAtTheEnd() throws {
    // Long enough that every stage takes more than what is shown, a hundredth of a second.
    try tool.writeSilence(minutes: 8, to: "long.wav")
    let outcome = try tool.run(["classify", "-w", "0.5", "long.wav", "--profile-time"])
    #expect(outcome.status == 0)
    let rows = outcome.messageLines.dropFirst().map { $0.split(separator: " ") }
    #expect(rows.map { $0[0] } == ["decode", "resample", "features", "network", "rest", "all"])
    let seconds = rows.compactMap { Double($0[1]) }
    let shares = rows.compactMap { Double($0[3]) }
    #expect(abs(seconds.dropLast().reduce(0, +) - (seconds.last ?? 0)) < 0.04)
    #expect(abs(shares.dropLast().reduce(0, +) - 100) < 0.4)
    #expect(seconds[2] > 0 && seconds[3] > 0)
  }
}
