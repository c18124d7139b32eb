import Foundation
import TestSupport
import Testing

/// Inputs that break programs of this kind, as far as they concern events and the files of them.
@Suite struct AwkwardEventTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 4)
    // Opens at any score at all: each label sounds from the beginning to the end.
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
  }

  static let formats = [
    "text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "srt", "vtt", "rttm", "textgrid",
  ]

  @Test func silenceAndDitherHaveNoEvents() throws {
    let silence = [Float](repeating: 0, count: 160_000)
    let dither = Signals.noise(count: 160_000).map { $0 * 1.2e-4 }
    for (name, samples) in [("zero.wav", silence), ("dither.wav", dither)] {
      try tool.write(WaveFile(sampleRate: 16_000, mono: samples).data, to: name)
      let outcome = try tool.run(["classify", "--events", "-f", "audacity", name])
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(name): \(outcome.text)")
    }
  }

  @Test func aStreamThatEndsInASoundClosesItsEvent() throws {
    let outcome = try tool.shell(
      "cat noise.wav | $TOOL classify -p any.json -l speech -f jsonl -")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"closing\": \"stream_end\""))
    #expect(lines[0].contains("\"flags\": [\"opened_at_start\", \"closed_by_end\"]"))
  }

  @Test(arguments: formats)
  func aFullDiskIsOneLine(format: String) throws {
    let outcome = try tool.shell(
      "$TOOL classify -p any.json -l speech -f \(format) noise.wav > /dev/full")
    #expect(outcome.status == 1)
    #expect(
      outcome.messages == "soundanalysis: cannot write standard output: No space left on device\n")
  }

  // Captions of three labels at most are too short for it.
  @Test(
    .enabled(if: Sanitizer.allowsFileLimits, "the thread sanitizer maps a file"),
    arguments: formats.filter { $0 != "srt" && $0 != "vtt" })
  func anOutputThatOutgrowsItsLimitLeavesTheOldOne(format: String) throws {
    try tool.write(Data("old".utf8), to: "out")
    // Blocks of 512 bytes; every label is an event, which is more than that in any format.
    let outcome = try tool.shell(
      "ulimit -f 1; $TOOL classify -p any.json -f \(format) -o out noise.wav")
    #expect(outcome.status == 1, "\(outcome.messages)")
    #expect(outcome.messages == "soundanalysis: cannot write out: File too large\n")
    #expect(try Data(contentsOf: tool.file("out")) == Data("old".utf8))
    #expect(try tool.names() == ["any.json", "noise.wav", "out"])
  }

  @Test(arguments: formats)
  func aReaderThatGoesAwayEndsItQuietly(format: String) throws {
    let outcome = try tool.shell(
      "{ $TOOL classify -p any.json -f \(format) noise.wav; echo status $? >&2; } | head -c 1")
    #expect(outcome.messages == "status 0\n")
  }

  @Test func aFolderThatMayNotBeWrittenToIsOneLine() throws {
    let folder = tool.file("closed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    _ = unsafe chmod(folder.path, 0o555)
    defer { _ = unsafe chmod(folder.path, 0o755) }
    // Root may write everywhere, unless it gives that power up.
    let humbly = geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : ""
    for command in ["classify -e -f srt", "plot"] {
      let name = command == "plot" ? "a.png" : "a.srt"
      let outcome = try tool.shell("\(humbly)\"$TOOL\" \(command) -o closed/\(name) noise.wav")
      #expect(outcome.status == 1)
      #expect(
        outcome.messages == "soundanalysis: cannot create closed/\(name): Permission denied\n")
    }
  }

  static let subtitles = "1\n00:00:00,500 --> 00:00:02,000\nGrüße – »ja«\n\n"

  @Test(arguments: ["utf8", "utf16le", "utf16be", "windows1252"])
  func subtitlesInAnyEncodingBecomeUTF8(encoding: String) throws {
    let data =
      switch encoding {
      case "utf8": Self.subtitles.data(using: .utf8)
      case "utf16le": Self.subtitles.data(using: .utf16LittleEndian)
      case "utf16be": Self.subtitles.data(using: .utf16BigEndian)
      default: Self.subtitles.data(using: .windowsCP1252)
      }
    try tool.write(try #require(data), to: "film.srt")
    let outcome = try tool.run([
      "classify", "-p", "any.json", "-l", "speech", "--merge-into", "film.srt", "noise.wav",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix(Self.subtitles))
    #expect(outcome.text.contains("\n[speech]\n"))
    let guess =
      "soundanalysis: film.srt: is not UTF-8, read as Windows-1252; if letters come out wrong, "
      + "convert it to UTF-8 first\n"
    #expect(outcome.messages == (encoding == "windows1252" ? guess : ""))
  }

  @Test func timesWithTheOtherPointAreRead() throws {
    try tool.write(Data("1\n0:00:00.500 --> 0:00:02.000\nHi\n".utf8), to: "point.srt")
    try tool.write(Data("WEBVTT\n\n00:00,500 --> 00:02,000\nHi\n".utf8), to: "comma.vtt")
    for (name, line) in [
      ("point.srt", "00:00:00,500 --> 00:00:02,000\nHi"),
      ("comma.vtt", "00:00:00.500 --> 00:00:02.000\nHi"),
    ] {
      let outcome = try tool.run(["classify", "--merge-into", name, "noise.wav"])
      #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      #expect(outcome.text.contains(line))
    }
  }

  @Test(arguments: formats)
  func theLocaleChangesNothing(format: String) throws {
    let arguments = ["classify", "-p", "any.json", "-l", "speech", "-f", format, "noise.wav"]
    let plain = try tool.run(arguments)
    #expect(plain.status == 0 && !plain.text.isEmpty)
    for locale in ["C", "de_DE.UTF-8", "tr_TR.UTF-8"] {
      let outcome = try tool.run(arguments, environment: ["LC_ALL": locale, "LANG": locale])
      #expect(outcome.output == plain.output, "\(locale)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
  func formatsHoldTheLabelsOfAnyModel() throws {
    let labels = ["Dog, \"big\"", "a\tb\nc", "=1+1", "犬 🐶"]
    // The sum of no samples, so that the first label wins nothing: each has a score of its own.
    try tool.write(
      Data(
        TestModel.model(
          inputs: [TestModel.array("audioSamples", [16_000])], outputs: TestModel.classifierOutputs,
          type: .message(
            400,
            (1..<labels.count).map { _ in
              Wire.message(1, .doubles(1, Array(repeating: 0, count: 16_000)))
            }.joined(), .doubles(2, [0.1, 0.2, 0.3]),
            .message(100, labels.map { .text(1, $0) }.joined())))),
      to: "own.mlmodel")
    for format in ["csv", "jsonl"] {
      let outcome = try tool.run([
        "classify", "-p", "any.json", "--model", "own.mlmodel", "-f", format, "noise.wav",
      ])
      #expect(outcome.status == 0, "\(outcome.messages)")
      try tool.write(outcome.output, to: "output")
      let script =
        format == "csv"
        ? "[r['label'] for r in csv.DictReader(open('output', encoding='utf-8', newline=''))]"
        : "[r['label'] for r in map(json.loads, open('output', encoding='utf-8')) if 'label' in r]"
      try tool.write(
        Data("import csv, json\nprint(json.dumps(sorted(\(script))))".utf8), to: "read.py")
      let read = try tool.shell("/usr/bin/python3 read.py")
      let found = try JSONSerialization.jsonObject(with: read.output) as? [String]
      #expect(found.map(Set.init) == Set(labels), "\(read.messages)")
    }
  }

  @Test func formatsHoldTheNamesOfFilesThatTheyCan() throws {
    let name = "it's \"a\", b\n\t=🎸é犬.wav"
    try tool.writeNoise(seconds: 2, to: name)
    func output(_ format: String) throws -> String {
      let outcome = try tool.run([
        "classify", "-p", "any.json", "-l", "speech", "-f", format, name,
      ])
      #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      return outcome.text
    }
    #expect(try output("csv").contains("\"it's \"\"a\"\", b\n\t=🎸é犬.wav\",1,event,speech,"))
    #expect(try output("jsonl").contains(#"{"file": "it's \"a\", b\n\t=🎸é犬.wav", "#))
    for format in ["tsv", "raven"] {
      let rows = try output(format).split(separator: "\n")
      #expect(rows.count == 2 && rows[1].contains("it's \"a\", b  =🎸é犬.wav"), "\(rows)")
    }
    #expect(try output("rttm").hasPrefix("SPEAKER it's_\"a\",_b__=🎸é犬.wav 1 "))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "no ffmpeg"))
  func ravenTimesRunAlongWholeFiles() throws {
    // An MP3 without a tag does not say how long it is.
    let made = try tool.shell(
      """
      ffmpeg -v error -f lavfi -i anoisesrc=r=16000:d=5:a=0.3 -write_xing 0 a.mp3
      ffmpeg -v error -f lavfi -i anoisesrc=r=16000:d=6:a=0.3 c.flac
      ffmpeg -v error -i a.mp3 -f s16le - | wc -c
      """)
    let length =
      try #require(
        Double(made.text.trimmingCharacters(in: .whitespacesAndNewlines))) / 32_000
    let outcome = try tool.run([
      "classify", "-p", "any.json", "-l", "speech", "-f", "raven", "--start", "1", "--end", "3",
      "a.mp3", "noise.wav", "c.flac",
    ])
    #expect(outcome.status == 0, "\(outcome.messages)")
    // MP3 of white noise has a low bandwidth, which is told besides.
    let rows = outcome.text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
      .filter { $0[9] == "speech" }
    #expect(rows.map { $0[7] } == ["a.mp3", "noise.wav", "c.flac"])
    #expect(rows.map { $0[8] } == ["1.000000", "1.000000", "1.000000"])
    for (row, begin) in zip(rows, [1, 1 + length, 5 + length]) {
      #expect(abs((Double(row[3]) ?? 0) - begin) < 1e-5, "\(outcome.text) \(length)")
      #expect(abs((Double(row[4]) ?? 0) - begin - 2) < 1e-5, "\(outcome.text)")
    }
  }
}
