import CoreML
import Foundation
import Testing

/// A model file with inputs, and the outputs that another program computed for them.
struct NetworkCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Numbers: Decodable, Sendable {
    let shape: [Int]
    let values: [Float]
  }

  let name: String
  /// The model file.
  let model: Data
  let inputs: [String: Numbers]
  let outputs: [String: Numbers]
  let tolerance: Float

  var testDescription: String { name }

  /// The cases of a fixture file.
  static func cases(in file: String) -> [NetworkCase] {
    do {
      return try JSONDecoder().decode(
        [NetworkCase].self, from: try Data(contentsOf: Fixtures.url(file)))
    } catch {
      fatalError("\(file): \(error)")
    }
  }

  /// Runs the model on the inputs.
  func predict() throws -> any MLFeatureProvider {
    let model = try Fixtures.model([UInt8](model))
    let arrays = inputs.mapValues { numbers in
      MLFeatureValue(
        shapedArray: MLShapedArray<Float>(scalars: numbers.values, shape: numbers.shape))
    }
    return try model.prediction(from: MLDictionaryFeatureProvider(dictionary: arrays))
  }

  /// Checks every output, relative to its largest number where that is above 1.
  func check(_ prediction: any MLFeatureProvider) throws {
    for (name, expected) in outputs {
      let value = try #require(prediction.featureValue(for: name)?.multiArrayValue)
      #expect(value.shape.map(\.intValue) == expected.shape)
      let numbers = MLShapedArray<Float>(converting: value).scalars
      try #require(numbers.count == expected.values.count)
      let largest = expected.values.map(abs).max() ?? 0
      for (index, (found, wanted)) in zip(numbers, expected.values).enumerated()
      where !(abs(found - wanted) <= tolerance * max(1, largest)) {
        Issue.record("\(name)[\(index)]: found \(found), expected \(wanted)")
        break
      }
    }
  }
}
