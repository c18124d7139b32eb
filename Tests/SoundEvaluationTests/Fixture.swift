import Foundation

@testable import SoundEvaluation

/// Labels, scores and events with the figures that scikit-learn and sed_eval give for them.
enum Fixture {
  /// Clips, and the figures of scikit-learn.
  struct Clips: Decodable {
    struct Clip: Decodable {
      let truth: [Int]
      let scores: [Float]
    }

    let names: [String]
    let clips: [Clip]
    let labels: [ClipFigures.Label]
    let threshold: Double?
    let top1: Double?
    let top3: Double?
    let meanAveragePrecision: Double?
    let confusion: [Confusion]?
    let binAccuracy: [Double]?
    let binConfidence: [Double]?
    let binCount: [Int]?
    let expectedCalibrationError: Double?

    /// The clips as the figures take them.
    var judged: [JudgedClip] { clips.map { JudgedClip(truth: $0.truth, scores: $0.scores) } }
  }

  /// Recordings with events, and the figures of sed_eval.
  struct Events: Decodable {
    struct Event: Decodable {
      let label: String
      let onset: Double
      let offset: Double

      var labelled: LabelledClip.Event {
        LabelledClip.Event(label: label, onset: onset, offset: offset)
      }
    }

    struct Recording: Decodable {
      let reference: [Event]
      let found: [Event]
    }

    struct Figures: Decodable {
      let precision: Double?
      let recall: Double?
      let f_measure: Double?
    }

    struct Judgement: Decodable {
      let overall: Figures
      let meanF1: Double?
      let labels: [String: Figures]
    }

    let recordings: [Recording]
    let events: Judgement
    let segments: Judgement
  }

  /// Reads a fixture that lies beside the tests.
  static func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name).json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}

/// Whether two figures are the same but for rounding, or both not defined.
func isClose(_ first: Double?, _ second: Double?) -> Bool {
  guard let first, let second else { return first == nil && second == nil }
  return abs(first - second) < 1e-9
}
