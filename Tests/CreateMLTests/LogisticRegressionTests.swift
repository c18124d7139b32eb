import Foundation
import Testing

@testable import CreateML

@Suite struct LogisticRegressionTests {
  /// Samples, and the optimum that scikit-learn finds (Tests/Oracles/regression.py).
  private struct Fixture: Decodable {
    struct Solution: Decodable {
      let penalty: Double
      let weights: [Double]
      let biases: [Double]
    }

    let width: Int
    let samples: [Float]
    let labels: [Int]
    let solutions: [Solution]
  }

  private let fixture: Fixture
  private let regression: LogisticRegression

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/regression.json")
    fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
    regression = try LogisticRegression(
      fixture.samples, width: fixture.width, labels: fixture.labels, labelCount: 3)
  }

  @Test func theOptimumIsThatOfScikitLearn() {
    for expected in fixture.solutions {
      let solution = regression.solve(penalty: expected.penalty, maximumStepCount: 25)
      #expect(solution.hasConverged)
      for (found, weight) in zip(solution.weights, expected.weights) {
        #expect(abs(Double(found) - weight) < 1e-3, "penalty \(expected.penalty)")
      }
      // Biases are known but for a number that is added to all.
      let mean = solution.biases.reduce(0, +) / 3
      for (found, bias) in zip(solution.biases, expected.biases) {
        #expect(abs(Double(found - mean) - bias) < 1e-3, "penalty \(expected.penalty)")
      }
    }
  }

  @Test func noMoreStepsAreTakenThanAllowed() {
    let one = regression.solve(penalty: 0.01, maximumStepCount: 1)
    #expect(one.stepCount == 1 && !one.hasConverged)
    #expect(regression.solve(penalty: 0.01, maximumStepCount: 25).stepCount > 1)
  }

  @Test func theSameSamplesGiveTheSameBits() throws {
    let again = try LogisticRegression(
      fixture.samples, width: fixture.width, labels: fixture.labels, labelCount: 3)
    #expect(
      regression.solve(penalty: 0.1, maximumStepCount: 25)
        == again.solve(penalty: 0.1, maximumStepCount: 25))
  }

  /// Rounding to half precision does not move the scores of windows like those that were learned.
  @Test func aHeadGivesTheProbabilitiesOfTheSolution() {
    let shifted = fixture.samples.map { 3 * $0 + 50 }
    let scale = FeatureScale(shifted, width: fixture.width)
    let solution = regression.solve(penalty: 0.1, maximumStepCount: 25)
    let head = ClassifierHead(solution, scale)
    let scaled = scale.scaled(shifted)
    for (window, found) in head.probabilities(shifted).enumerated() {
      let scores = (0..<3).map { label in
        (0..<fixture.width).reduce(Double(solution.biases[label])) { sum, place in
          sum + Double(solution.weights[label * fixture.width + place])
            * Double(scaled[window * fixture.width + place])
        }
      }
      let total = scores.reduce(0) { $0 + exp($1) }
      for label in 0..<3 { #expect(abs(found[label] - exp(scores[label]) / total) < 2e-3) }
    }
  }
}
