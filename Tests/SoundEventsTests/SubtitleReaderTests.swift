import SoundEvents
import Testing

struct SubtitleReaderTests {
  static let plain =
    "1\n00:00:01,000 --> 00:00:02,500\nHallo, Grüße\n\n2\n00:01:00,000 --> 00:01:02,000\nTwo\nlines\n"

  private func cues(_ bytes: [UInt8]) throws -> [String] {
    try SubtitleReader.read(bytes).cues.map { "\($0.start)-\($0.end) \($0.text)" }
  }

  private static let wanted = ["1000-2500 Hallo, Grüße", "60000-62000 Two\nlines"]

  static func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isLittleEndian ? [low, high] : [high, low]
    }
  }

  static let encodings: [(name: String, bytes: [UInt8])] = [
    ("UTF-8", Array(plain.utf8)), ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(plain.utf8)),
    ("UTF-16 LE with a mark", [0xFF, 0xFE] + utf16(plain, isLittleEndian: true)),
    ("UTF-16 BE with a mark", [0xFE, 0xFF] + utf16(plain, isLittleEndian: false)),
    ("UTF-16 LE", utf16(plain, isLittleEndian: true)),
    ("UTF-16 BE", utf16(plain, isLittleEndian: false)),
    ("Latin-1", plain.unicodeScalars.map { UInt8($0.value) }),
    ("carriage returns", Array(plain.replacing("\n", with: "\r\n").utf8)),
    ("old Macintosh", Array(plain.replacing("\n", with: "\r").utf8)),
  ]

  @Test(arguments: encodings)
  func anyEncodingIsRead(_ encoding: (name: String, bytes: [UInt8])) throws {
    #expect(try cues(encoding.bytes) == Self.wanted, "\(encoding.name)")
  }

  @Test func quotationMarksOfWindowsAreRead() throws {
    let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + [0x93, 0x61, 0x94, 0x20, 0x80]
    #expect(try cues(bytes) == ["1000-2000 \u{201C}a\u{201D} \u{20AC}"])
  }

  static let times: [(line: String, range: String?)] = [
    ("00:00:01,000 --> 00:00:02,500", "1000-2500"), ("0:0:1.5 --> 0:0:2", "1500-2000"),
    ("00:01.000 --> 01:00.000", "1000-60000"), ("  00:00:01,000-->00:00:02,000", "1000-2000"),
    ("100:00:00,000 --> 100:00:01,000", "360000000-360001000"),
    ("00:00:01,000 --> 00:00:02,000 X1:10 X2:20", "1000-2000"),
    ("00:00:60,000 --> 00:01:02,000", nil), ("00:00:01,0000 --> 00:00:02,000", nil),
    ("00:00:0a,000 --> 00:00:02,000", nil), ("-0:00:01,000 --> 00:00:02,000", nil),
    ("00:00:02,000 --> 00:00:01,000", nil), ("00:00:01,000 --> 00:00:01,000", nil),
    ("--> 00:00:01,000", nil), ("00:00:01,000 -->", nil),
    ("99999999999999999999:00:00,000 --> 99999999999999999999:00:01,000", nil),
    ("٠٠:٠٠:٠١,٠٠٠ --> 00:00:02,000", nil),
  ]

  @Test(arguments: times)
  func timesAreReadAsPeopleWriteThem(_ times: (line: String, range: String?)) throws {
    let text = "1\n\(times.line)\nx\n\n2\n200:00:00,000 --> 200:00:01,000\ny\n"
    let document = try SubtitleReader.read(Array(text.utf8))
    let found = document.cues.filter { $0.text == "x" }.map { "\($0.start)-\($0.end)" }
    #expect(found.first == times.range)
    #expect(document.problemCount == (times.range == nil ? 1 : 0))
    #expect(document.cues.last?.text == "y", "what follows a broken cue is kept")
  }

  static let broken: [(text: String, problems: [String], texts: [String])] = [
    (
      "1\n00:00:01,000 --> oops\nlost\n\n2\n00:00:03,000 --> 00:00:04,000\nkept",
      ["line 2: the times cannot be read; the cue is left out"], ["kept"]
    ),
    (
      "1\n00:00:03,000 --> 00:00:02,000\nlost\n\n2\n00:00:03,000 --> 00:00:04,000\nkept",
      ["line 2: the cue ends before it begins; it is left out"], ["kept"]
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nkept",
      ["line 2: the cue has no text; it is left out"], ["kept"]
    ),
    (
      "stray\n\n1\n00:00:03,000 --> 00:00:04,000\nkept\n\n2\nno times here",
      ["line 1: text without times left out", "line 7: text without times left out"], ["kept"]
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nand after an empty line\n\n2\n00:00:03,000 --> 00:00:04,000\nsecond",
      [], ["first\nand after an empty line", "second"]
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nfirst\n2\n00:00:03,000 --> 00:00:04,000\nsecond",
      [], ["first", "second"]
    ),
  ]

  @Test(arguments: broken)
  func brokenCuesAreReportedAndKeptOut(
    _ broken: (text: String, problems: [String], texts: [String])
  ) throws {
    let document = try SubtitleReader.read(Array(broken.text.utf8))
    #expect(document.problems.map(\.description) == broken.problems)
    #expect(document.problemCount == broken.problems.count)
    #expect(document.cues.map(\.text) == broken.texts)
  }

  @Test func problemsAreCountedButNotAllListed() throws {
    let bad = (0..<5000).map { "\($0)\n00:00:01,000 --> x\nlost\n\n" }.joined()
    let document = try SubtitleReader.read(Array((bad + Self.plain).utf8))
    #expect(document.problemCount == 5000)
    #expect(document.problems.count == SubtitleDocument.maximumProblems)
    #expect(document.cues.count == 2)
  }

  @Test func whatIsNoSubtitleFileIsRefused() {
    let error = #expect(throws: SubtitleError.self) {
      try SubtitleReader.read(Array("{\"a\": 1}\n\nmore".utf8))
    }
    #expect(
      error?.description
        == "found no subtitle in it, expected SubRip or WebVTT; it begins with '{\"a\": 1}'")
    let huge = #expect(throws: SubtitleError.self) {
      try SubtitleReader.read(Array(repeating: 0x41, count: SubtitleReader.largestFile + 1))
    }
    #expect(huge?.description == "found 16777217 bytes, expected at most 16777216")
  }

  @Test func anEmptyFileHasNoCues() throws {
    #expect(try SubtitleReader.read([]).cues.isEmpty)
    #expect(try SubtitleReader.read(Array("\n\n".utf8)).problemCount == 0)
  }

  @Test(arguments: [
    "WEBVTT\n00:01.000 --> 00:02.000\nHi", "WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\nHi",
    "WEBVTT\nintro\n00:01.000 --> 00:02.000\nHi", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi",
  ])
  func aWebVTTHeaderMayRunIntoTheFirstCue(_ text: String) throws {
    let document = try SubtitleReader.read(Array(text.utf8))
    #expect(document.cues.map(\.text) == ["Hi"])
    #expect(document.cues.map(\.identifier) == [text.contains("intro") ? "intro" : nil])
    #expect(document.header.hasPrefix("WEBVTT") && !document.header.contains("-->"))
    #expect(document.problemCount == 0)
  }

  @Test func aWebVTTFileKeepsItsNotesStylesNamesAndSettings() throws {
    let text = """
      WEBVTT - a title
      Kind: captions

      STYLE
      ::cue { color: white }

      NOTE said by hand

      intro
      00:01.000 --> 00:02.000 line:0 align:start
      <v Ann>Hello &amp; welcome

      00:00:03.000 --> 00:00:04.000
      Bye

      NOTE the end

      """
    let document = try SubtitleReader.read(Array(text.utf8))
    #expect(document.format == .webVTT && document.problemCount == 0)
    #expect(document.cues.map(\.identifier) == ["intro", nil])
    #expect(document.header.hasSuffix("::cue { color: white }"))
    #expect(document.cues.map(\.blocksBefore) == [["NOTE said by hand"], []])
    let written = document.text
    #expect(
      written == """
        WEBVTT - a title
        Kind: captions

        STYLE
        ::cue { color: white }

        NOTE said by hand

        intro
        00:00:01.000 --> 00:00:02.000 line:0 align:start
        <v Ann>Hello &amp; welcome

        00:00:03.000 --> 00:00:04.000
        Bye

        NOTE the end


        """)
    #expect(try SubtitleReader.read(Array(written.utf8)) == document)
  }
}
