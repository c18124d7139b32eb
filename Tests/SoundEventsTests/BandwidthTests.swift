import SoundEvents
import Testing

/// Sound that is heard up to some frequency only is no stretch that is not heard.
struct BandwidthTests {
  private static let span = UnheardSpan(
    startFrame: 0, endFrame: 1_600_000, reason: "low bandwidth", heardUpTo: 5700)

  static let lines: [(format: EventFormat, line: String)] = [
    (.text, "00:00:00.000  00:01:40.000     100.000 s     -  (heard up to 5.7 kHz)"),
    (.audacity, "0.000000\t100.000000\t(heard up to 5.7 kHz)"),
    (.rttm, ";; tape,_\"A\".wav heard up to 5.7 kHz: 0.000 100.000"),
    (.vtt, "NOTE heard up to 5.7 kHz from 00:00:00.000 to 00:01:40.000"),
    (.textgrid, "        name = \"low bandwidth\""),
    (.textgrid, "            text = \"heard up to 5.7 kHz\""),
    (
      .tsv, "field/tape, \"A\".wav\tmix\tunheard\tlow bandwidth\t0.000000\t100.000000\t\t\t\t\t\t\t"
    ),
  ]

  @Test(arguments: lines)
  func itIsToldInWords(_ expected: (format: EventFormat, line: String)) {
    let text = WriterSamples.file(expected.format, [.unheard(Self.span)])
    #expect(text.split(separator: "\n").contains { $0 == expected.line }, "\(text)")
  }

  @Test(arguments: EventFormat.allCases)
  func noFormatCallsItNotHeard(format: EventFormat) {
    var unknown = Self.span
    unknown.heardUpTo = nil
    for span in [Self.span, unknown] {
      let text = WriterSamples.file(format, [.unheard(span)])
      #expect(!text.contains("not heard"), "\(text)")
      #expect(format == .srt || text.contains(/low bandwidth|heard up to/), "\(text)")
    }
  }
}
