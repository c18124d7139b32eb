private import Foundation

/// Writes an evaluation as a JSON document.
package enum EvaluationJSON {
  /// The document; figures that are not defined are null or left out.
  package static func text(_ evaluation: Evaluation) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(evaluation) else {
      preconditionFailure("All figures are finite")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
