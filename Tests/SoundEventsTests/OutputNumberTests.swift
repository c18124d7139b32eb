import Testing

@testable import SoundEvents

struct OutputNumberTests {
  @Test(
    arguments: [
      // frame, rate, places, text: times worked out by hand
      (0, 16_000.0, 6, "0.000000"), (1, 16_000, 6, "0.000063"), (16_000, 16_000, 3, "1.000"),
      (1, 44_100, 6, "0.000023"), (26_755_470, 44_100, 6, "606.700000"),
      (24, 16_000, 3, "0.002"), (23, 16_000, 3, "0.001"), (-24, 16_000, 3, "-0.002"),
      (6_912_000_000, 192_000, 6, "36000.000000"),
      (9_007_199_254_740_993, 192_000, 3, "46912496118.443"),
      (1, 0.5, 3, "2.000"), (44_056, 44_055.9, 6, "1.000002"),
    ] as [(Int64, Double, Int, String)])
  func timesHaveFixedDecimals(_ frame: Int64, _ rate: Double, _ places: Int, _ text: String) {
    let units = FixedDecimal.units(
      of: frame, at: rate, perSecond: FixedDecimal.power(of: places))
    #expect(FixedDecimal.text(units: units, places: places) == text)
  }

  @Test(
    arguments: [
      (0.5, "0.5000"), (1.0 / 3, "0.3333"), (1, "1.0000"), (0.00004, "0.0000"), (0.99996, "1.0000"),
      (-0.5, "-0.5000"), (.nan, nil), (.infinity, nil), (1e300, nil),
    ] as [(Double, String?)])
  func numbersThatCannotBePrintedAreNone(_ value: Double, _ text: String?) {
    #expect(FixedDecimal.text(value, places: 4) == text)
    #expect(JSONText.value(.decimal(value, places: 4)) == text ?? "null")
  }

  @Test(arguments: [
    ("a", "a"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("=1", "\"=1\""), ("+1", "\"+1\""), ("-1", "\"-1\""),
    ("@x", "\"@x\""),
    ("", ""),
  ])
  func cellsAreQuotedByTheRule(_ cell: String, _ text: String) {
    #expect(DelimitedText.csv.line([cell, "z"]) == "\(text),z\n")
  }

  @Test func windowsGoThroughTheSameCodeAsEvents() {
    var row = Record()
    row.append("file", .text("a,b.wav"))
    row.append("start", frame: 8000, at: 16_000)
    row.append("end", frame: 24_000, at: 16_000)
    row.append("speech", score: 0.25)
    #expect(DelimitedText.csv.line(row) == "\"a,b.wav\",0.500000,1.500000,0.2500\n")
    #expect(
      JSONText.object(row)
        == #"{"file": "a,b.wav", "start": 0.500000, "end": 1.500000, "speech": 0.2500}"#)
  }
}
