import SoundAnalysis
import Testing

@testable import SoundAnalysisTool

@Suite struct ResultFilterTests {
  private let result = SNClassificationResult(
    scores: [0.5, 0.1, 0.875, 0.5], labels: ["music", "dog_bark", "speech", "cat_meow"],
    timeRange: CMTimeRange(
      start: CMTime(value: 63_945, timescale: 44_100),
      duration: CMTime(value: 132_300, timescale: 44_100)))

  @Test(arguments: [
    (ResultFilter(), ["speech", "music", "cat_meow", "dog_bark"]),
    (ResultFilter(count: 2), ["speech", "music"]),
    (ResultFilter(minimumConfidence: 0.5), ["speech", "music", "cat_meow"]),
    (ResultFilter(minimumConfidence: 0.95), []),
    (ResultFilter(labels: ["dog_bark", "music"]), ["music", "dog_bark"]),
    (ResultFilter(count: 1, labels: ["dog_bark", "music"]), ["music"]),
    (ResultFilter(count: 2, minimumConfidence: 0.2, labels: ["dog_bark", "music"]), ["music"]),
    (ResultFilter(labels: []), []),
  ])
  func picksTheSoundsAskedFor(filter: ResultFilter, expected: [String]) {
    #expect(filter.row(for: result).sounds.map(\.label) == expected)
  }

  @Test func tellsTimesInSeconds() {
    let row = ResultFilter(count: 1).row(for: result)
    #expect(row.start == 1.45 && row.duration == 3)
    #expect(row.sounds == [WindowRow.Sound(label: "speech", confidence: 0.875)])
  }

  @Test func anObserverStopsTheAnalysisWhenResultsCannotBeWritten() throws {
    var isCancelled = false
    var count = 0
    let observer = ResultObserver { _ throws(OutputError) in
      count += 1
      if count == 2 { throw .closedPipe }
    } cancel: {
      isCancelled = true
    }
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    observer.request(request, didProduce: result)
    #expect(!isCancelled && observer.failure == nil)
    observer.request(request, didProduce: result)
    #expect(isCancelled)
    observer.request(request, didProduce: result)
    #expect(count == 2)
    guard case .output(.closedPipe) = observer.failure else {
      Issue.record("found \(String(describing: observer.failure))")
      return
    }
  }
}
