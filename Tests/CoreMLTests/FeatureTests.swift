import CoreML
import Foundation
import TestSupport
import Testing

@Suite struct FeatureTests {
  @Test func aValueAnswersForItsOwnTypeOnly() throws {
    let text = MLFeatureValue(string: "owl")
    #expect(text.type == .string && text.stringValue == "owl")
    #expect(text.int64Value == 0 && text.doubleValue == 0)
    #expect(text.multiArrayValue == nil && text.dictionaryValue.isEmpty)
    #expect(MLFeatureValue(int64: 5).int64Value == 5)
    #expect(MLFeatureValue(double: 0.5).doubleValue == 0.5)
    #expect(MLFeatureValue(int64: 5).stringValue == "")
    let missing = MLFeatureValue(undefined: .double)
    #expect(missing.isUndefined && missing.type == .double)
    let array = MLFeatureValue(shapedArray: MLShapedArray<Float>(scalars: [1, 2], shape: [2]))
    #expect(array.type == .multiArray)
    #expect(array.shapedArrayValue(of: Float.self)?.scalars == [1, 2])
    #expect(array.shapedArrayValue(of: Double.self) == nil)
    #expect(array.isEqual(to: MLFeatureValue(multiArray: try MLMultiArray([Float(1), 2]))))
    #expect(!array.isEqual(to: text))
  }

  @Test func aDictionaryHasTextsOrIntegersAsKeys() throws {
    let texts = try MLFeatureValue(dictionary: ["a": 0.25, "b": 0.75])
    #expect(texts.dictionaryValue as? [String: Double] == ["a": 0.25, "b": 0.75])
    let integers = try MLFeatureValue(dictionary: [1: 0.5, 2: 0.5])
    #expect(integers.dictionaryValue[2] == 0.5)
    let error = #expect(throws: MLModelError.self) {
      try MLFeatureValue(dictionary: [1: 0.5, "b": 0.5])
    }
    #expect(error?.code == .featureType)
  }

  @Test func aProviderTakesPlainValues() throws {
    let provider = try MLDictionaryFeatureProvider(dictionary: [
      "text": "owl", "integer": 3, "number": 0.5, "single": Float(0.25),
      "array": try MLMultiArray([1.0]), "value": MLFeatureValue(int64: 9),
      "dictionary": ["a": 1.0],
    ])
    #expect(provider.featureNames.count == 7)
    #expect(provider.featureValue(for: "text")?.stringValue == "owl")
    #expect(provider["integer"]?.int64Value == 3)
    #expect(provider["number"]?.doubleValue == 0.5)
    #expect(provider["single"]?.doubleValue == 0.25)
    #expect(provider["array"]?.multiArrayValue?.count == 1)
    #expect(provider["value"]?.int64Value == 9)
    #expect(provider["dictionary"]?.dictionaryValue["a"] == 1)
    #expect(provider["nothing"] == nil)
    let error = #expect(throws: MLModelError.self) {
      try MLDictionaryFeatureProvider(dictionary: ["date": Date()])
    }
    #expect(error?.localizedDescription.contains("'date'") == true)
  }

  /// A provider as an app writes its own.
  private final class Pair: MLFeatureProvider {
    let name: String
    let numbers: [Double]

    init(name: String, numbers: [Double]) {
      self.name = name
      self.numbers = numbers
    }

    var featureNames: Set<String> { [name] }

    func featureValue(for featureName: String) -> MLFeatureValue? {
      guard featureName == name, let array = try? MLMultiArray(numbers) else { return nil }
      return MLFeatureValue(multiArray: array)
    }
  }

  @Test func aDescriptionTellsWhatAModelTakesFromAnyProvider() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("line.mlmodel")
    // Two classes: "b" where the sum of both numbers is over zero.
    try Data(TestModel.glm(labels: ["a", "b"], weights: [[1, 1]], offsets: [0])).write(to: file)
    let model = try MLModel(contentsOf: file)
    let (name, input) = try #require(model.modelDescription.inputDescriptionsByName.first)
    #expect(input.isAllowedValue(MLFeatureValue(multiArray: try MLMultiArray([1.0, 2.0]))))
    #expect(!input.isAllowedValue(MLFeatureValue(multiArray: try MLMultiArray([1.0, 2.0, 3.0]))))
    #expect(!input.isAllowedValue(MLFeatureValue(string: "1, 2")))
    #expect(!input.isAllowedValue(MLFeatureValue(undefined: .multiArray)))
    for (numbers, label) in [([1.0, 2.0], "b"), ([-3.0, 1.0], "a")] {
      let answer = try model.prediction(from: Pair(name: name, numbers: numbers))
      #expect(answer.featureValue(for: "label")?.stringValue == label)
    }
  }

  @Test func aBatchOfColumnsIsABatchOfRows() throws {
    let batch = try MLArrayBatchProvider(dictionary: ["a": [1.0, 2.0], "b": ["x", "y"]])
    #expect(batch.count == 2)
    #expect(batch.features(at: 1).featureValue(for: "a")?.doubleValue == 2)
    #expect(batch.features(at: 1).featureValue(for: "b")?.stringValue == "y")
    #expect(throws: MLModelError.self) {
      try MLArrayBatchProvider(dictionary: ["a": [1.0, 2.0], "b": ["x"]])
    }
  }
}
