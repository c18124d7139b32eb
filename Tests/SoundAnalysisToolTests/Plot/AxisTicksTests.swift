import Testing

@testable import SoundAnalysisTool

@Suite struct AxisTicksTests {
  @Test(arguments: [
    (0.0123, 6, "Time (s)", ["0.000", "0.005", "0.010"]),
    (0.9, 5, "Time (s)", ["0.0", "0.2", "0.4", "0.6", "0.8"]),
    (10.0, 6, "Time (s)", ["0", "2", "4", "6", "8", "10"]),
    (59.9, 4, "Time (s)", ["0", "15", "30", "45"]),
    (100, 5, "Time (min:s)", ["0:00", "0:30", "1:00", "1:30"]),
    (1500, 5, "Time (min)", ["0", "5", "10", "15", "20", "25"]),
    (
      36_000, 11, "Time (h:min)",
      ["0:00", "1:00", "2:00", "3:00", "4:00", "5:00", "6:00", "7:00", "8:00", "9:00", "10:00"]
    ),
    (200_000, 5, "Time (h:min)", ["0:00", "12:00", "24:00", "36:00", "48:00"]),
  ])
  func timeIsCountedAsPeopleDo(
    duration: Double, limit: Int, title: String, expected: [String]
  ) {
    let ticks = AxisTicks.time(duration: duration, limit: limit)
    #expect(ticks.title == title)
    #expect(ticks.marks.map(\.text) == expected)
  }

  @Test func marksLieInTheRecordingHoweverLongItIs() {
    var duration = 1e-5
    while duration < 1e9 {
      let ticks = AxisTicks.time(duration: duration, limit: 10)
      #expect((1...11).contains(ticks.marks.count), "\(duration)")
      #expect(ticks.marks.allSatisfy { $0.place >= 0 && $0.place <= duration * 1.000_001 })
      #expect(Set(ticks.marks.map(\.text)).count == ticks.marks.count || duration < 0.01)
      duration *= 1.7
    }
  }

  @Test func frequenciesAreInTheUnitThatSuits() {
    let wide = AxisTicks.frequency(lowest: 50, highest: 16_000)
    #expect(wide.title == "Frequency (kHz)")
    #expect(wide.marks.map(\.text) == ["0.1", "0.2", "0.5", "1", "2", "5", "10"])
    let narrow = AxisTicks.frequency(lowest: 6.25, highest: 50)
    #expect(narrow.title == "Frequency (Hz)")
    #expect(narrow.marks.map(\.text) == ["10", "20"])
  }
}
