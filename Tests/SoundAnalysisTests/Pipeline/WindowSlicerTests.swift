import Testing

@testable import SoundAnalysis

@Suite struct WindowSlicerTests {
  /// Duration (s), overlap, rate (Hz), frames of the stream, expected count floor((N-W)/H)+1.
  @Test(arguments: [
    (3.0, 0.5, 16_000.0, 160_000, 5), (3.0, 0.0, 16_000.0, 160_000, 3),
    (3.0, 0.9, 16_000.0, 160_000, 24), (1.0, 0.5, 44_100.0, 44_100, 1),
    (1.0, 0.5, 44_100.0, 44_099, 0), (0.5, 0.5, 16_000.0, 32_000, 7),
    (0.975, 0.5, 16_000.0, 31_200, 3), (15.0, 0.5, 48_000.0, 719_999, 0),
  ])
  func countFollowsTheFormula(
    duration: Double, overlap: Double, rate: Double, frames: Int, expected: Int
  ) {
    var slicer = WindowSlicer(windowDuration: duration, overlapFactor: overlap, sampleRate: rate)
    var count = 0
    while slicer.next.upperBound <= frames {
      count += 1
      slicer.advance()
    }
    #expect(count == expected)
  }

  @Test(arguments: [0.0, 0.3, 0.5, 0.9, 0.95, 0.99])
  func windowsStayOnTheirGridForTenHours(overlap: Double) {
    let rate = 44_100.0
    var slicer = WindowSlicer(windowDuration: 3, overlapFactor: overlap, sampleRate: rate)
    // The exact hop in frames: 132 300 * (1 - overlap), with the overlap in whole per cent.
    let hopTimesHundred = 132_300 * (100 - Int((overlap * 100).rounded()))
    let end = Int64(rate) * 36_000
    var index = 0
    while slicer.next.lowerBound < end {
      let twiceTheError = abs(slicer.next.lowerBound * 200 - Int64(index * hopTimesHundred) * 2)
      // Half a frame is 100 in these units; a tie may round either way.
      guard twiceTheError <= 100 else {
        Issue.record("window \(index) starts at \(slicer.next.lowerBound)")
        return
      }
      index += 1
      slicer.advance()
    }
    #expect(index > 10_000)
  }

  @Test func everyWindowMovesOnEvenWhenTheOverlapIsNearlyWhole() {
    var slicer = WindowSlicer(
      windowDuration: 0.5, overlapFactor: 1.0.nextDown, sampleRate: 16_000)
    #expect(slicer.next.lowerBound == 0)
    slicer.advance()
    #expect(slicer.next.lowerBound == 1)
  }
}
