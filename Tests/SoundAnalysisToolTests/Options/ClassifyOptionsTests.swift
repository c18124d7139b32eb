import Foundation
import SoundEvents
import Testing

@testable import SoundAnalysisTool

private let formats = "text, json, jsonl, csv, tsv, audacity, raven, srt, vtt, rttm or textgrid"

@Suite struct ClassifyOptionsTests {
  private func parse(_ arguments: String...) throws(UsageError) -> ClassifyOptions {
    try ClassifyOptions.parse(arguments.map { Argument($0) }).options
  }

  @Test func theDefaults() throws {
    let options = try parse("a.wav")
    #expect(options.files == [Argument("a.wav")])
    #expect(options.windowDuration == nil && options.overlapFactor == nil)
    #expect(options.minimumConfidence == nil && options.labels.isEmpty)
    #expect(options.model == nil && options.output == nil && options.format == nil)
    #expect(options.effectiveCount == 1)
  }

  @Test func everyOptionInItsLongForm() throws {
    let options = try parse(
      "--window=1.5", "--overlap", "0.75", "--top", "3", "--min-confidence=0.2", "--labels",
      "a,b", "--model", "m.mlmodel", "--format=csv", "--output", "o.csv", "x.wav", "y.wav")
    #expect(options.windowDuration == 1.5 && options.overlapFactor == 0.75 && options.count == 3)
    #expect(options.minimumConfidence == 0.2 && options.labels == ["a,b"])
    #expect(options.model == Argument("m.mlmodel") && options.output == Argument("o.csv"))
    #expect(options.format == .csv)
    #expect(options.files == [Argument("x.wav"), Argument("y.wav")])
  }

  @Test func everyOptionInItsShortForm() throws {
    let options = try parse(
      "x.wav", "-w", "1.5", "-n2", "-c", "0.2", "-l", "a", "-l", "b", "-m", "m", "-f", "jsonl",
      "-o", "o")
    #expect(options.windowDuration == 1.5 && options.count == 2)
    #expect(options.minimumConfidence == 0.2 && options.labels == ["a", "b"])
    #expect(options.model == Argument("m") && options.output == Argument("o"))
    #expect(options.format == .jsonl && options.files == [Argument("x.wav")])
  }

  @Test func aShortOptionMayStickToItsValue() throws {
    let options = try parse("-n2", "-l-n4", "--labels", "-c5", "--", "-n6")
    #expect(options.count == 2 && options.labels == ["-n4", "-c5"])
    #expect(options.files == [Argument("-n6")])
  }

  @Test func theLastOfARepeatedOptionCounts() throws {
    #expect(try parse("-w", "1", "-w", "2", "a").windowDuration == 2)
  }

  @Test func filesMayLookLikeOptions() throws {
    #expect(try parse("--", "-x.wav", "--top").files == [Argument("-x.wav"), Argument("--top")])
    #expect(try parse("./-x.wav").files == [Argument("./-x.wav")])
    #expect(try parse("-").files == [Argument("-")])
    #expect(try parse("-w", "1", "-", "-n", "2").files == [Argument("-")])
  }

  @Test func fileNamesKeepEveryByte() throws {
    let names: [[UInt8]] = [
      Array("with space".utf8), Array("é 🎸 \"quoted\" 'single' \n".utf8), [0xFF, 0xFE, 0x0A, 0x80],
    ]
    let options = try ClassifyOptions.parse(
      names.map { Argument(bytes: $0) } + [Argument("-o"), Argument(bytes: [0x6F, 0xFF])]
    ).options
    #expect(options.files.map(\.bytes) == names)
    #expect(options.output?.bytes == [0x6F, 0xFF])
  }

  @Test func anOutputOfADashIsStandardOutput() throws {
    #expect(try parse("-o", "-", "a.wav").output == nil)
  }

  @Test func otherLimitsLiftTheLimitOfOneSound() throws {
    #expect(try parse("-c", "0.1", "a").effectiveCount == .max)
    #expect(try parse("-l", "x", "a").effectiveCount == .max)
    #expect(try parse("-l", "x", "-n", "4", "a").effectiveCount == 4)
  }

  @Test(arguments: [
    (["a", "--window", "abc"], "--window abc: expected a number of seconds above 0, such as 1.5"),
    (["a", "--window="], "--window '': expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "0"], "--window 0: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "-1"], "--window -1: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "nan"], "--window nan: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "inf"], "--window inf: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "1e999"], "--window 1e999: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "1,5"], "--window 1,5: expected a number of seconds above 0, such as 1.5"),
    (["a", "-w", "1s"], "--window 1s: expected a number of seconds above 0, such as 1.5"),
    (["a", "--overlap", "1"], "--overlap 1: expected a number from 0 to less than 1, such as 0.5"),
    (
      ["a", "--overlap", "-0.1"],
      "--overlap -0.1: expected a number from 0 to less than 1, such as 0.5"
    ),
    (
      ["a", "--level-gate", "60"],
      "--level-gate 60: expected a level from -120 to 0 dBFS, such as -60"
    ),
    (
      ["a", "--level-gate=-inf"],
      "--level-gate -inf: expected a level from -120 to 0 dBFS, such as -60"
    ),
    (["a", "--top", "0"], "--top 0: expected a whole number of at least 1"),
    (["a", "--top", "1.5"], "--top 1.5: expected a whole number of at least 1"),
    (
      ["a", "--top", "99999999999999999999"],
      "--top 99999999999999999999: expected a whole number of at least 1"
    ),
    (["a", "-c", "1.01"], "--min-confidence 1.01: expected a number from 0 to 1, such as 0.5"),
    (["a", "-c", "50%"], "--min-confidence 50%: expected a number from 0 to 1, such as 0.5"),
    (
      ["a", "-f", "xml"],
      "--format xml: expected \(formats)"
    ),
    (["a", "-f", "x\u{1B}\n"], "--format x\\u{1b}\\n: expected \(formats)"),
    (["a", "-p", ""], "--profile '': expected the name of a file"),
    (["a", "--merge-into="], "--merge-into '': expected the name of a file"),
    (
      ["a", "--events", "--top", "3"],
      "--top 3: expected windows, not events; --min-confidence or --labels limit events"
    ),
    (
      ["a", "-n1", "-f", "rttm"],
      "--top 1: expected windows, not events; --min-confidence or --labels limit events"
    ),
    (
      ["a", "b", "-f", "srt"],
      "--format srt: expected one recording, found 2 files; call the command once for each, or "
        + "give a folder with --output"
    ),
    (
      ["a", "b", "c", "--merge-into", "s.vtt"],
      "--merge-into s.vtt: expected one recording, found 3 files; call the command once for each"
    ),
    (["a", "-o", ""], "--output '': expected the name of a file"),
    (["a", "-m", ""], "--model '': expected the name of a file"),
    (
      ["a", "-l", ", ,"],
      "--labels , ,: expected labels with commas between them, such as dog_bark,cat_meow"
    ),
    (["a", "--window"], "missing argument for --window"),
    (["a", "--windw", "3"], "unknown option --windw; did you mean --window?"),
    (["a", "--quux"], "unknown option --quux"),
    (["a", "-z"], "unknown option -z"),
    ([], "no file given: expected names of files or folders, or - for standard input"),
    (["--"], "no file given: expected names of files or folders, or - for standard input"),
    (["a", ""], "a file name is empty"),
    (["-", "a", "-"], "-: standard input can be read only once"),
  ])
  func aWrongCallIsExplained(arguments: [String], expected: String) {
    #expect(throws: UsageError(expected)) {
      try ClassifyOptions.parse(arguments.map { Argument($0) })
    }
  }

  @Test(arguments: [
    ([], false), (["-f", "tsv"], false), (["--events"], true), (["-e", "-f", "json"], true),
    (["-p", "x.json"], true), (["--merge-into", "x.srt"], true), (["-f", "audacity"], true),
    (["-f", "raven"], true), (["-f", "srt"], true), (["-f", "vtt"], true), (["-f", "rttm"], true),
    (["-f", "textgrid"], true),
  ])
  func eventsComeWhereAskedForOrImplied(arguments: [String], isExpected: Bool) throws {
    let options = try ClassifyOptions.parse((arguments + ["a"]).map { Argument($0) }).options
    #expect(options.reportsEvents == isExpected)
  }

  @Test func helpNeedsNoFile() throws {
    #expect(try parse("--help").wantsHelp)
    #expect(try parse("-h", "a").wantsHelp)
  }
}
