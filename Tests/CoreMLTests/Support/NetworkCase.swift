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
  /// The weight file beside it, if there is one.
  let weights: Data?
  let inputs: [String: Numbers]
  let outputs: [String: Numbers]
  let tolerance: Float
  /// The probabilities of a classifier by label, as a text.
  let probabilities: [String: Double]?
  /// The function of the program, if it has several.
  let function: String?

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
    try predict(with: try open())
  }

  /// Opens the model, with its weights beside it.
  func open() throws -> MLModel {
    try withFile { try open($0) }
  }

  /// Opens the model from a place, for the function of the case.
  func open(_ url: URL) throws -> MLModel {
    let configuration = MLModelConfiguration()
    configuration.functionName = function
    return try MLModel(contentsOf: url, configuration: configuration)
  }

  /// Lets `body` use the model file, beside which its weights lie as in a package.
  func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    try Fixtures.withFile([UInt8](model)) { file in
      if let weights, !weights.isEmpty {
        let folder = file.deletingLastPathComponent().appendingPathComponent("weights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try weights.write(to: folder.appendingPathComponent("weight.bin"))
      }
      return try body(file)
    }
  }

  /// Runs a model on the inputs.
  func predict(with model: MLModel) throws -> any MLFeatureProvider {
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
