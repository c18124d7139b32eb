import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct PlotTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 4)
    // Opens at any score at all: each label sounds from the beginning to the end.
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
  }

  /// The width and the height that a PNG file states.
  private func size(_ name: String) throws -> [UInt32] {
    let bytes = [UInt8](try Data(contentsOf: tool.file(name)))
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes.suffix(8).prefix(4)) == Array("IEND".utf8))
    return [16, 20].map { place in
      bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The elements of an SVG file of one name, with their classes' parents left out.
  private func elements(_ name: String, in file: String) throws -> [[String: String]] {
    final class Reader: NSObject, XMLParserDelegate {
      let name: String
      var found: [[String: String]] = []
      init(_ name: String) { self.name = name }

      func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        if element == name { found.append(attributes) }
      }
    }
    let reader = Reader(name)
    let parser = XMLParser(data: try Data(contentsOf: tool.file(file)))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.found
  }

  @Test func aPNGHasTheSizeThatWasAskedFor() throws {
    let outcome = try tool.run([
      "plot", "-o", "a.png", "--width", "400", "--height", "300", "--scale", "1.5", "noise.wav",
    ])
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.messages.isEmpty)
    #expect(try size("a.png") == [600, 450])
    #expect(try tool.names() == ["a.png", "any.json", "noise.wav"])
  }

  @Test func anSVGHasALaneForEachLabelAndAPictureOfTheSound() throws {
    let outcome = try tool.run([
      "plot", "-o", "a.SVG", "-p", "any.json", "-l", "speech,dog_bark,siren", "noise.wav",
    ])
    #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    #expect(try elements("svg", in: "a.SVG").first?["width"] == "1200")
    let groups = try elements("g", in: "a.SVG").compactMap { $0["class"] }
    #expect(
      groups == ["spectrogram", "levels", "events", "lane", "lane", "lane", "time"], "\(groups)")
    #expect(try elements("image", in: "a.SVG").count == 2)
    let text = try String(contentsOf: tool.file("a.SVG"), encoding: .utf8)
    #expect(text.contains(">noise.wav</text>") && text.contains(">dog bark</text>"))
    #expect(text.contains(">Time (s)</text>") && text.contains(">Frequency (kHz)</text>"))
    // The events last as long as the recording, so they are as wide as the picture of it.
    let images = try elements("image", in: "a.SVG")
    let rounded = try elements("rect", in: "a.SVG").filter { $0["rx"] != nil }
    #expect(rounded.count == 3)
    #expect(rounded.allSatisfy { $0["width"] == images[0]["width"] && $0["x"] == images[0]["x"] })
  }

  @Test func labelsThatHaveNoLaneAreNamed() throws {
    let outcome = try tool.run([
      "plot", "-o", "a.svg", "-p", "any.json", "--top", "5", "--height", "400", "noise.wav",
    ])
    #expect(outcome.status == 0)
    #expect(try elements("g", in: "a.svg").filter { $0["class"] == "lane" }.count == 5)
    let text = try String(contentsOf: tool.file("a.svg"), encoding: .utf8)
    #expect(text.contains("Not shown: 297 more labels ("))
    // A low picture has fewer lanes than were asked for.
    let low = try tool.run([
      "plot", "-o", "low.svg", "-p", "any.json", "--height", "240", "noise.wav",
    ])
    #expect(low.status == 0)
    #expect(try elements("g", in: "low.svg").filter { $0["class"] == "lane" }.count == 1)
  }

  @Test func titlesAreTextWhateverTheyHold() throws {
    let name = "<&\"\n🎸 é>.wav"
    try tool.writeNoise(seconds: 2, to: name)
    for (arguments, expected) in [
      ([], "&lt;&amp;&quot;\\n🎸 é&gt;.wav</text>"),
      (["--title", "1 < 2 & \"x\""], "1 &lt; 2 &amp; &quot;x&quot;</text>"),
    ] {
      let outcome = try tool.run(["plot", "-o", "a.svg"] + arguments + [name])
      #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      #expect(try !elements("svg", in: "a.svg").isEmpty)
      #expect(try String(contentsOf: tool.file("a.svg"), encoding: .utf8).contains(expected))
    }
    #expect(try tool.run(["plot", "-o", "b.svg", "--title", "", name]).status == 0)
    let bare = try String(contentsOf: tool.file("b.svg"), encoding: .utf8)
    #expect(!bare.contains("font-weight=\"bold\""))
  }

  @Test func silenceAndShortSoundsArePicturesToo() throws {
    try tool.write(
      WaveFile(sampleRate: 16_000, mono: [Float](repeating: 0, count: 48_000)).data,
      to: "zero.wav")
    let silence = try tool.run(["plot", "-o", "zero.svg", "zero.wav"])
    #expect(silence.status == 0 && silence.messages.isEmpty, "\(silence.messages)")
    #expect(
      try String(contentsOf: tool.file("zero.svg"), encoding: .utf8).contains(">no events</text>"))
    try tool.writeNoise(seconds: 0.02, to: "short.wav")
    let short = try tool.run(["plot", "-o", "short.png", "short.wav"])
    #expect(short.status == 0)
    #expect(
      short.messages
        == "soundanalysis: no events of short.wav: it is too short: found 0.020 s, "
        + "expected at least 0.025 s\n")
    #expect(try size("short.png")[0] == 2400)
  }

  @Test func theSameCallGivesTheSameBytes() throws {
    for name in ["a.png", "b.png", "a.svg", "b.svg"] {
      #expect(try tool.run(["plot", "-o", name, "noise.wav"]).status == 0)
    }
    for ending in ["png", "svg"] {
      #expect(
        try Data(contentsOf: tool.file("a.\(ending)")) == Data(contentsOf: tool.file("b.\(ending)"))
      )
    }
  }

  @Test(arguments: [
    ("no/such/a.png", "cannot create no/such/a.png: No such file or directory"),
    ("folder.svg", "cannot write folder.svg: found a directory"),
    ("noise.wav/a.png", "cannot create noise.wav/a.png: Not a directory"),
  ])
  func aPictureThatCannotBeWrittenIsOneLine(path: String, expected: String) throws {
    try FileManager.default.createDirectory(
      at: tool.file("folder.svg"), withIntermediateDirectories: false)
    let outcome = try tool.run(["plot", "-o", path, "noise.wav"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("soundanalysis: \(expected)"), "\(outcome.messages)")
    #expect(outcome.messageLines.count == 1)
    #expect(try tool.names() == ["any.json", "folder.svg", "noise.wav"])
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the thread sanitizer maps a file"))
  func aPictureThatOutgrowsItsLimitLeavesTheOldOne() throws {
    try tool.write(Data("old".utf8), to: "a.png")
    let outcome = try tool.shell("ulimit -f 8; $TOOL plot -o a.png noise.wav")
    #expect(outcome.status == 1)
    #expect(outcome.messages == "soundanalysis: cannot write a.png: File too large\n")
    #expect(try Data(contentsOf: tool.file("a.png")) == Data("old".utf8))
    #expect(try tool.names() == ["a.png", "any.json", "noise.wav"])
  }

  @Test(arguments: ["missing.wav", "text.wav", "empty.wav", "header.wav"])
  func aRecordingThatCannotBeHeardIsOneLineAndNoPicture(name: String) throws {
    try tool.write(Data("just text\n".utf8), to: "text.wav")
    try tool.write(Data(), to: "empty.wav")
    try tool.write(WaveFile(sampleRate: 16_000, mono: []).data, to: "header.wav")
    let outcome = try tool.run(["plot", "-o", "a.png", name])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.messageLines.count == 1, "\(outcome.messages)")
    #expect(outcome.messages.contains(name))
    #expect(!FileManager.default.fileExists(atPath: tool.file("a.png").path))
  }

  @Test func theRecordingIsNotDrawnOver() throws {
    try FileManager.default.copyItem(at: tool.file("noise.wav"), to: tool.file("noise.png"))
    let outcome = try tool.run(["plot", "-o", "./noise.png", "noise.png"])
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("--output ./noise.png: expected another file than the input"))
    let pipe = try tool.shell("mkfifo p.wav; $TOOL plot -o a.png p.wav")
    #expect(pipe.status == 2 && pipe.messages.contains("p.wav: a plot reads the recording twice"))
  }
}
