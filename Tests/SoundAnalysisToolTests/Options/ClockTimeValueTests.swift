import Testing

@testable import SoundAnalysisTool

@Suite struct ClockTimeValueTests {
  @Test(
    arguments: [
      ("0", 0), ("12.5", 12.5), ("90", 90), ("2:30", 150), ("1:02:03.5", 3723.5),
      ("0:00:00.25", 0.25),
      ("100:00:00", 360_000), (".5", 0.5), ("5.", 5), ("90:00", 5400),
    ] as [(String, Double)])
  func timesAreRead(text: String, seconds: Double) {
    #expect(ClockTimeValue.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", ":", "1:", ":1", "-1", "+1", "1:60", "1:60:00", "1:2:3:4", "1.5:00", "nan", "inf", "1e3",
    "0x10", "1,5", "1:02:03,5", "١", " 1", "1 ", ".", "1..2", "1:-2",
  ])
  func otherTextIsNoTime(text: String) {
    #expect(ClockTimeValue.seconds(text) == nil)
  }
}
