internal import Foundation

/// Lays a dictionary out as a vector, by a list of its possible keys; keys that are absent are 0.
struct DictVectorizerStage: Stage {
  private let input: String
  private let output: String
  private let keys: ClassLabels

  /// Reads the keys.
  init(_ message: Message, description: DescriptionReader) throws(ModelFileError) {
    guard description.inputs.count == 1, description.inputs[0].type == .dictionary,
      description.outputs.count == 1, description.outputs[0].type == .multiArray
    else {
      throw ModelFileError(
        .invalid, found: "the inputs \(description.inputs) and outputs \(description.outputs)",
        expected: "one dictionary and one array")
    }
    input = description.inputs[0].name
    output = description.outputs[0].name
    if let texts = message.message("string_to_index")?.texts("vector") {
      keys = .texts(texts)
    } else {
      keys = .integers(
        (message.message("int64_to_index")?.integers("vector") ?? []).map(Int64.init))
    }
    guard keys.count > 0 else {
      throw ModelFileError(.invalid, found: "no keys", expected: "one at least")
    }
  }

  var labels: ClassLabels? { nil }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    let dictionary = features[input]?.dictionaryValue ?? [:]
    let vector: [Double] =
      switch keys {
      case .texts(let keys): keys.map { dictionary[$0]?.doubleValue ?? 0 }
      case .integers(let keys):
        keys.map { (dictionary[$0] ?? dictionary[Int($0)])?.doubleValue ?? 0 }
      }
    return [
      output: MLFeatureValue(shapedArray: MLShapedArray(scalars: vector, shape: [vector.count]))
    ]
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    throw MLModelError(.featureType, "found a dictionary as input '\(input)', expected an array")
  }
}
