import Foundation
import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct ResultWriterTests {
  /// Two windows of a file whose name needs every kind of quoting, a file that fails in the middle,
  /// one without windows, one that cannot be opened.
  private func text(_ makeWriter: (any TextSink) -> any ResultWriter) throws -> String {
    let sink = MemorySink()
    let writer = makeWriter(sink)
    try writer.begin()
    try writer.beginFile("a \"b\", c\n\u{1B}é.wav", channel: "mix")
    try writer.write(
      WindowRow(
        start: 0, duration: 3,
        sounds: [
          .init(label: "acoustic_guitar", confidence: 0.923_9),
          .init(label: "speech", confidence: 0.1),
        ]))
    try writer.write(WindowRow(start: 1.45, duration: 3, sounds: [], channel: "2", mark: "aligned"))
    try writer.note(UnheardRow(start: 3, duration: 0.25, reason: "lost data"))
    try writer.endFile(failure: nil)
    try writer.beginFile("broken.mp3", channel: "1")
    try writer.write(
      WindowRow(
        start: 36_000.5, duration: 0.975, sounds: [.init(label: "dog, \"big\"", confidence: 1)]))
    try writer.endFile(failure: "is damaged: broken.mp3")
    try writer.beginFile("short.wav", channel: "1")
    try writer.endFile(failure: nil)
    try writer.beginFile("missing.wav", channel: nil)
    try writer.endFile(failure: "no such file: missing.wav")
    try writer.end()
    return sink.text
  }

  @Test func textIsAlignedAndHasHeadings() throws {
    let text = try text { sink in
      TextResultWriter(
        sink: sink, hasHeadings: true, labels: ["acoustic_guitar", "speech", "dog, \"big\""])
    }
    #expect(
      text == """
        a "b", c\\n\\u{1b}é.wav
            0.00  Acoustic Guitar   92.39%
            0.00  Speech            10.00%
            3.00  (not heard for 0.25 s: lost data)

        broken.mp3
        36000.50  Dog, "big"       100.00%
        (not all was heard: is damaged: broken.mp3)

        """)
  }

  @Test func textOfASingleFileHasNoHeading() throws {
    let sink = MemorySink()
    let writer = TextResultWriter(sink: sink, hasHeadings: false, labels: ["acoustic_guitar"])
    try writer.begin()
    try writer.beginFile("a.wav", channel: "1")
    try writer.write(
      WindowRow(
        start: 1.45, duration: 3, sounds: [.init(label: "acoustic_guitar", confidence: 0.9239)]))
    try writer.endFile(failure: nil)
    try writer.end()
    #expect(sink.text == "    1.45  Acoustic Guitar   92.39%\n")
  }

  @Test func aLowBandwidthIsNoGap() throws {
    let sink = MemorySink()
    let writer = TextResultWriter(sink: sink, hasHeadings: false, labels: ["speech"])
    try writer.beginFile("a.wav", channel: "1")
    try writer.note(
      UnheardRow(
        start: 0, duration: 41.05, reason: "low bandwidth", bandwidth: "heard up to 5.7 kHz"))
    #expect(sink.text == "    0.00  (heard up to 5.7 kHz)\n")
  }

  @Test func jsonIsOneDocument() throws {
    let text = try text { JSONResultWriter(sink: $0, windowDuration: 3, hop: 1.45) }
    #expect(
      text == #"""
        [
          {"file": "a \"b\", c\n\u001bé.wav", "channel": "mix", "window": 3.000000, "hop": 1.450000, "windows": [
            {"start": 0.000000, "duration": 3.000000, "sounds": [{"label": "acoustic_guitar", "confidence": 0.923900}, {"label": "speech", "confidence": 0.100000}], "channel": "mix", "mark": null},
            {"start": 1.450000, "duration": 3.000000, "sounds": [], "channel": "2", "mark": "aligned"}
          ], "unheard": [
            {"start": 3.000000, "duration": 0.250000, "reason": "lost data"}
          ]},
          {"file": "broken.mp3", "channel": "1", "window": 3.000000, "hop": 1.450000, "windows": [
            {"start": 36000.500000, "duration": 0.975000, "sounds": [{"label": "dog, \"big\"", "confidence": 1.000000}], "channel": "1", "mark": null}
          ], "unheard": [], "error": "is damaged: broken.mp3"},
          {"file": "short.wav", "channel": "1", "window": 3.000000, "hop": 1.450000, "windows": [], "unheard": []},
          {"file": "missing.wav", "channel": null, "window": 3.000000, "hop": 1.450000, "windows": [], "unheard": [], "error": "no such file: missing.wav"}
        ]

        """#)
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    #expect(document?.count == 4)
    #expect(document?[0]["file"] as? String == "a \"b\", c\n\u{1B}é.wav")
  }

  @Test func jsonWithoutFilesIsAnEmptyArray() throws {
    let sink = MemorySink()
    let writer = JSONResultWriter(sink: sink, windowDuration: 3, hop: 1.5)
    try writer.begin()
    try writer.end()
    #expect(sink.text == "[]\n")
  }

  @Test func jsonLinesAreADocumentALine() throws {
    let text = try text { JSONLinesResultWriter(sink: $0) }
    #expect(
      text == #"""
        {"file": "a \"b\", c\n\u001bé.wav", "start": 0.000000, "duration": 3.000000, "sounds": [{"label": "acoustic_guitar", "confidence": 0.923900}, {"label": "speech", "confidence": 0.100000}], "channel": "mix", "kind": "window", "mark": null}
        {"file": "a \"b\", c\n\u001bé.wav", "start": 1.450000, "duration": 3.000000, "sounds": [], "channel": "2", "kind": "window", "mark": "aligned"}
        {"file": "a \"b\", c\n\u001bé.wav", "start": 3.000000, "duration": 0.250000, "channel": "mix", "kind": "unheard", "reason": "lost data"}
        {"file": "broken.mp3", "start": 36000.500000, "duration": 0.975000, "sounds": [{"label": "dog, \"big\"", "confidence": 1.000000}], "channel": "1", "kind": "window", "mark": null}
        {"file": "broken.mp3", "error": "is damaged: broken.mp3"}
        {"file": "missing.wav", "error": "no such file: missing.wav"}

        """#)
  }

  @Test func csvQuotesWhatNeedsIt() throws {
    let text = try text { TableResultWriter(sink: $0, form: .csv) }
    let file = "\"a \"\"b\"\", c\n\u{1B}é.wav\""
    #expect(
      text
        == [
          "file,start,duration,label,confidence,channel,kind,mark",
          "\(file),0.000000,3.000000,acoustic_guitar,0.923900,mix,window,",
          "\(file),0.000000,3.000000,speech,0.100000,mix,window,",
          "\(file),3.000000,0.250000,lost data,,mix,unheard,",
          "broken.mp3,36000.500000,0.975000,\"dog, \"\"big\"\"\",1.000000,1,window,",
          "broken.mp3,,,is damaged: broken.mp3,,1,error,",
          "missing.wav,,,no such file: missing.wav,,,error,",
          "",
        ].joined(separator: "\n"))
  }

  @Test func tabSeparatedValuesStayOnTheirLines() throws {
    let text = try text { TableResultWriter(sink: $0, form: .tsv) }
    let file = "a \"b\", c  é.wav"
    #expect(
      text
        == [
          "file\tstart\tduration\tlabel\tconfidence\tchannel\tkind\tmark",
          "\(file)\t0.000000\t3.000000\tacoustic_guitar\t0.923900\tmix\twindow\t",
          "\(file)\t0.000000\t3.000000\tspeech\t0.100000\tmix\twindow\t",
          "\(file)\t3.000000\t0.250000\tlost data\t\tmix\tunheard\t",
          "broken.mp3\t36000.500000\t0.975000\tdog, \"big\"\t1.000000\t1\twindow\t",
          "broken.mp3\t\t\tis damaged: broken.mp3\t\t1\terror\t",
          "missing.wav\t\t\tno such file: missing.wav\t\t\terror\t",
          "",
        ].joined(separator: "\n"))
  }

  @Test(arguments: EventFormat.allCases.filter(\.holdsWindows))
  func aWaitingReaderSeesEachWindowAtOnce(format: EventFormat) throws {
    let sink = MemorySink()
    let writer: any ResultWriter =
      switch format {
      case .json: JSONResultWriter(sink: sink, windowDuration: 3, hop: 1.5)
      case .jsonl: JSONLinesResultWriter(sink: sink)
      case .csv: TableResultWriter(sink: sink, form: .csv)
      case .tsv: TableResultWriter(sink: sink, form: .tsv)
      default: TextResultWriter(sink: sink, hasHeadings: true, labels: ["speech"])
      }
    try writer.begin()
    try writer.beginFile("a.wav", channel: "1")
    for _ in 0..<3 {
      try writer.write(
        WindowRow(start: 0, duration: 3, sounds: [.init(label: "speech", confidence: 0.5)]))
      #expect(sink.visibleCount == sink.text.utf8.count)
    }
  }

  @Test func numbersThatJSONCannotSayAreNull() throws {
    let row = WindowRow(
      start: .nan, duration: .infinity, sounds: [.init(label: "x", confidence: -.infinity)])
    #expect(
      JSONText.object(row.record(channel: nil))
        == #"""
        {"start": null, "duration": null, "sounds": [{"label": "x", "confidence": null}], \#
        "channel": null, "mark": null}
        """#)
  }
}
