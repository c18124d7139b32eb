import CoreMedia
import Testing

@testable import SoundAnalysis

/// The most confident labels of a result, against a plain sort of pairs.
struct RankingTests {
  /// Scores with many equals, and some outside of what confidences may be.
  private static func scores(_ count: Int) -> [Float] {
    (0..<count).map { place in
      switch place % 7 {
      case 0: .nan
      case 1: -0.5
      case 2: 1.5
      case 3: -0.0
      default: Float(place * 37 % 11) / 10
      }
    }
  }

  private static func result(_ scores: [Float]) -> SNClassificationResult {
    SNClassificationResult(
      scores: scores, labels: scores.indices.map { "label\($0)" },
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1)))
  }

  @Test(arguments: [1, 2, 40, 303])
  func theOrderIsThatOfAPlainSort(_ count: Int) {
    let result = Self.result(Self.scores(count))
    let pairs = result.scores.enumerated().sorted { first, second in
      first.element == second.element
        ? first.offset < second.offset : first.element > second.element
    }
    let expected = pairs.map(\.offset)
    #expect(result.scores.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(result.ranking() == expected)
    #expect(result.classifications.map(\.identifier) == expected.map { "label\($0)" })
    for most in [0, 1, 3, 15, 16, 17, 400] {
      #expect(result.ranking(count: most) == Array(expected.prefix(most)))
      let even = expected.filter { $0 % 2 == 0 }
      #expect(result.ranking(count: most) { $0 % 2 == 0 } == Array(even.prefix(most)))
    }
  }

  @Test func theSameObjectsComeEachTime() {
    let result = Self.result([0.1, 0.9])
    let first = result.classifications
    #expect(zip(first, result.classifications).allSatisfy { $0 === $1 })
    #expect(result.classification(forIdentifier: "label1") === first[0])
    #expect(result.classification(forIdentifier: "label2") == nil)
  }
}
