import Foundation
import SoundEvents
import TestSupport
import Testing

/// How far onset and offset are from the truth, on events passed through ideal windows.
///
/// A window's score is a saturating function of the share of it that the event fills, with noise. The
/// detector is told none of these functions: one rule serves them all.
struct EventEdgeAccuracyTests {
  struct Model: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let score: @Sendable (Double) -> Double
  }

  static let models = [
    Model(testDescription: "full at 0.3 of the window") { min(1, $0 / 0.3) },
    Model(testDescription: "exponential, 0.15 of the window") { 1 - exp(-$0 / 0.15) },
    Model(testDescription: "logistic around 0.2 of the window") {
      let floor = 1 / (1 + exp(4.0))
      return (1 / (1 + exp(-($0 - 0.2) / 0.05)) - floor) / (1 - floor)
    },
  ]

  static let grids: [(window: Double, overlap: Double)] = [
    (1, 0.5), (1, 0.75), (1, 0.9), (2, 0.5), (2, 0.75), (2, 0.9), (3, 0.5), (3, 0.75), (3, 0.9),
  ]

  /// Errors in seconds of one way to find edges.
  struct Errors {
    var onset: [Double] = []
    var offset: [Double] = []

    static func quantile(_ values: [Double], _ share: Double) -> Double {
      let sorted = values.sorted()
      return sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }

    var onsetMedian: Double { Self.quantile(onset, 0.5) }
    var offsetMedian: Double { Self.quantile(offset, 0.5) }
    var onset90: Double { Self.quantile(onset, 0.9) }
    var offset90: Double { Self.quantile(offset, 0.9) }

    var line: String {
      [onsetMedian, onset90, offsetMedian, offset90].map { String(($0 * 1000).rounded() / 1000) }
        .joined(separator: " | ")
    }
  }

  @Test(arguments: models)
  func edgesAreSeveralTimesNearerThanWithoutRefinement(_ model: Model) throws {
    for grid in Self.grids {
      let (plain, merged, refined) = try Self.measure(model, grid.window, grid.overlap)
      if ProcessInfo.processInfo.environment["PRINT_EDGE_ERRORS"] != nil {
        print("\(model.testDescription), \(grid.window) s, overlap \(grid.overlap)")
        print("  plain   \(plain.line)\n  merged  \(merged.line)\n  refined \(refined.line)")
      }
      #expect(refined.onsetMedian < merged.onsetMedian / 3)
      #expect(refined.offsetMedian < merged.offsetMedian / 3)
      #expect(refined.onset90 < merged.onset90 / 2)
      #expect(refined.offset90 < merged.offset90 / 2)
      #expect(refined.onsetMedian < plain.onsetMedian / 2)
      // Half a hop, and what the unknown model adds: a tenth of the window.
      let bound = grid.window * ((1 - grid.overlap) / 2 + 0.1)
      #expect(refined.onset90 < bound && refined.offset90 < bound)
    }
  }

  @Test(arguments: grids)
  func edgesAreNearerEvenIfTheModelNeedsTwiceTheSoundAssumed(
    _ grid: (window: Double, overlap: Double)
  ) throws {
    let slow = Model(testDescription: "full at 0.6 of the window") { min(1, $0 / 0.6) }
    let (_, merged, refined) = try Self.measure(slow, grid.window, grid.overlap)
    #expect(refined.onsetMedian < merged.onsetMedian)
    #expect(refined.offsetMedian < merged.offsetMedian)
    #expect(refined.onset90 < merged.onset90)
    #expect(refined.offset90 < merged.offset90)
  }

  private static func measure(
    _ model: Model, _ window: Double, _ overlap: Double
  ) throws -> (plain: Errors, merged: Errors, refined: Errors) {
    var random = SeededGenerator(seed: 42)
    var (plain, merged, refined) = (Errors(), Errors(), Errors())
    let rate = 16_000.0
    let length = Int64(window * rate)
    let hop = Int64((window * (1 - overlap) * rate).rounded())
    for _ in 0..<200 {
      let duration = Int64(exp(Double.random(in: log(0.3)...log(10.0), using: &random)) * rate)
      let onset = Int64(Double.random(in: 6...9, using: &random) * rate)
      let ceiling = Double.random(in: 0.6...1, using: &random)
      var windows: [ScoredWindow] = []
      var start: Int64 = 0
      while start < Int64(26 * rate) {
        let shared = max(0, min(start + length, onset + duration) - max(start, onset))
        let noise = Double.random(in: -0.05...0.05, using: &random)
        let score = ceiling * model.score(Double(shared) / Double(length)) + noise
        windows.append(
          ScoredWindow(
            startFrame: start, endFrame: start + length, scores: [Float(min(max(score, 0), 1))]))
        start += hop
      }
      let over = windows.filter { $0.scores[0] >= 0.5 }
      guard let best = windows.max(by: { $0.scores[0] < $1.scores[0] }), best.scores[0] >= 0.5,
        let first = over.first, let last = over.last
      else { continue }
      func note(_ errors: inout Errors, _ start: Int64, _ end: Int64) {
        errors.onset.append(Double(abs(start - onset)) / rate)
        errors.offset.append(Double(abs(end - onset - duration)) / rate)
      }
      note(&plain, best.startFrame, best.endFrame)
      note(&merged, first.startFrame, last.endFrame)
      var profile = EventProfile()
      profile.rule = EventRule(
        openThreshold: 0.5, closeThreshold: 0.3, maximumGap: 0.5, fill: 0.1)
      var detector = try EventDetector(labels: ["a"], profile: profile, sampleRate: rate)
      var events = windows.flatMap { detector.process($0) }
      events += detector.finish(at: start - hop + length)
      let closed = events.compactMap { if case .closed(let event) = $0 { event } else { nil } }
      #expect(closed.count == 1)
      closed.first.map { note(&refined, $0.startFrame, $0.endFrame) }
    }
    return (plain, merged, refined)
  }
}
