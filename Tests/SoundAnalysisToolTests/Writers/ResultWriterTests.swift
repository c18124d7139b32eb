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
    try writer.beginFile("a \"b\", c\n\u{1B}é.wav")
    try writer.write(
      WindowRow(
        start: 0, duration: 3,
        sounds: [
          .init(label: "acoustic_guitar", confidence: 0.923_9),
          .init(label: "speech", confidence: 0.1),
        ]))
    try writer.write(WindowRow(start: 1.45, duration: 3, sounds: []))
    try writer.endFile(failure: nil)
    try writer.beginFile("broken.mp3")
    try writer.write(
      WindowRow(
        start: 36_000.5, duration: 0.975, sounds: [.init(label: "dog, \"big\"", confidence: 1)]))
    try writer.endFile(failure: "is damaged: broken.mp3")
    try writer.beginFile("short.wav")
    try writer.endFile(failure: nil)
    try writer.beginFile("missing.wav")
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

        broken.mp3
        36000.50  Dog, "big"       100.00%

        """)
  }

  @Test func textOfASingleFileHasNoHeading() throws {
    let sink = MemorySink()
    let writer = TextResultWriter(sink: sink, hasHeadings: false, labels: ["acoustic_guitar"])
    try writer.begin()
    try writer.beginFile("a.wav")
    try writer.write(
      WindowRow(
        start: 1.45, duration: 3, sounds: [.init(label: "acoustic_guitar", confidence: 0.9239)]))
    try writer.endFile(failure: nil)
    try writer.end()
    #expect(sink.text == "    1.45  Acoustic Guitar   92.39%\n")
  }

  @Test func jsonIsOneDocument() throws {
    let text = try text { JSONResultWriter(sink: $0) }
    #expect(
      text == #"""
        [
          {"file": "a \"b\", c\n\u001bé.wav", "windows": [
            {"start": 0.000000, "duration": 3.000000, "sounds": [{"label": "acoustic_guitar", "confidence": 0.923900}, {"label": "speech", "confidence": 0.100000}]},
            {"start": 1.450000, "duration": 3.000000, "sounds": []}
          ]},
          {"file": "broken.mp3", "windows": [
            {"start": 36000.500000, "duration": 0.975000, "sounds": [{"label": "dog, \"big\"", "confidence": 1.000000}]}
          ], "error": "is damaged: broken.mp3"},
          {"file": "short.wav", "windows": []},
          {"file": "missing.wav", "windows": [], "error": "no such file: missing.wav"}
        ]

        """#)
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    #expect(document?.count == 4)
    #expect(document?[0]["file"] as? String == "a \"b\", c\n\u{1B}é.wav")
  }

  @Test func jsonWithoutFilesIsAnEmptyArray() throws {
    let sink = MemorySink()
    let writer = JSONResultWriter(sink: sink)
    try writer.begin()
    try writer.end()
    #expect(sink.text == "[]\n")
  }

  @Test func jsonLinesAreADocumentALine() throws {
    let text = try text { JSONLinesResultWriter(sink: $0) }
    #expect(
      text == #"""
        {"file": "a \"b\", c\n\u001bé.wav", "start": 0.000000, "duration": 3.000000, "sounds": [{"label": "acoustic_guitar", "confidence": 0.923900}, {"label": "speech", "confidence": 0.100000}]}
        {"file": "a \"b\", c\n\u001bé.wav", "start": 1.450000, "duration": 3.000000, "sounds": []}
        {"file": "broken.mp3", "start": 36000.500000, "duration": 0.975000, "sounds": [{"label": "dog, \"big\"", "confidence": 1.000000}]}
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
          "file,start,duration,label,confidence",
          "\(file),0.000000,3.000000,acoustic_guitar,0.923900",
          "\(file),0.000000,3.000000,speech,0.100000",
          "broken.mp3,36000.500000,0.975000,\"dog, \"\"big\"\"\",1.000000",
          "",
        ].joined(separator: "\n"))
  }

  @Test func tabSeparatedValuesStayOnTheirLines() throws {
    let text = try text { TableResultWriter(sink: $0, form: .tsv) }
    let file = "a \"b\", c  é.wav"
    #expect(
      text
        == [
          "file\tstart\tduration\tlabel\tconfidence",
          "\(file)\t0.000000\t3.000000\tacoustic_guitar\t0.923900",
          "\(file)\t0.000000\t3.000000\tspeech\t0.100000",
          "broken.mp3\t36000.500000\t0.975000\tdog, \"big\"\t1.000000",
          "",
        ].joined(separator: "\n"))
  }

  @Test(arguments: EventFormat.allCases.filter(\.holdsWindows))
  func aWaitingReaderSeesEachWindowAtOnce(format: EventFormat) throws {
    let sink = MemorySink()
    let writer: any ResultWriter =
      switch format {
      case .json: JSONResultWriter(sink: sink)
      case .jsonl: JSONLinesResultWriter(sink: sink)
      case .csv: TableResultWriter(sink: sink, form: .csv)
      case .tsv: TableResultWriter(sink: sink, form: .tsv)
      default: TextResultWriter(sink: sink, hasHeadings: true, labels: ["speech"])
      }
    try writer.begin()
    try writer.beginFile("a.wav")
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
      JSONText.object(row.record())
        == #"{"start": null, "duration": null, "sounds": [{"label": "x", "confidence": null}]}"#)
  }
}
