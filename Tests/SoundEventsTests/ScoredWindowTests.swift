import SoundAnalysis
import SoundEvents
import Testing

struct ScoredWindowTests {
  private func result(
    _ scores: [Float], start: CMTime, duration: CMTime, isPadded: Bool = false
  ) -> SNClassificationResult {
    SNClassificationResult(
      scores: scores, labels: ["speech", "dog_bark", "music"],
      timeRange: CMTimeRange(start: start, duration: duration), fit: isPadded ? .padded : .whole)
  }

  @Test func scoresKeepTheLabelOrderWhateverIsMostConfident() throws {
    let result = result(
      [0.25, 0.875, 0.5], start: CMTime(value: 63_945, timescale: 44_100),
      duration: CMTime(value: 132_300, timescale: 44_100))
    #expect(result.classifications.map(\.identifier) == ["dog_bark", "music", "speech"])
    let window = try #require(ScoredWindow(result))
    #expect(
      window
        == ScoredWindow(startFrame: 63_945, endFrame: 196_245, scores: [0.25, 0.875, 0.5]))
  }

  @Test func scoresOutsideTheirRangeAreBroughtInside() throws {
    let result = result(
      [.nan, 2, -1], start: .zero, duration: CMTime(value: 3, timescale: 1))
    #expect(try #require(ScoredWindow(result)).scores == [0, 1, 0])
  }

  @Test func aPaddedWindowIsMarked() throws {
    let result = result(
      [0, 0, 0], start: CMTime(value: 0, timescale: 8000),
      duration: CMTime(value: 400, timescale: 8000), isPadded: true)
    #expect(try #require(ScoredWindow(result)).isPadded)
  }

  @Test func aDurationInAnotherTimescaleCountsInFramesOfTheStart() throws {
    let result = result(
      [0, 0, 0], start: CMTime(value: 16_000, timescale: 16_000),
      duration: CMTime(value: 3, timescale: 2))
    let window = try #require(ScoredWindow(result))
    #expect(window.startFrame == 16_000 && window.endFrame == 40_000)
  }

  @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity])
  func aTimeThatIsNoNumberGivesNoWindow(time: CMTime) {
    let second = CMTime(value: 1, timescale: 1)
    #expect(ScoredWindow(result([0, 0, 0], start: time, duration: second)) == nil)
    #expect(ScoredWindow(result([0, 0, 0], start: second, duration: time)) == nil)
  }

  @Test func anEmptyRangeGivesNoWindow() {
    let second = CMTime(value: 1, timescale: 1)
    #expect(ScoredWindow(result([0, 0, 0], start: second, duration: .zero)) == nil)
  }
}
