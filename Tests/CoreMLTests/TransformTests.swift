import CoreML
import Foundation
import TestSupport
import Testing

@Suite struct TransformTests {
  @Test(arguments: NetworkCase.cases(in: "transforms.json"))
  func vectorsAreTurnedIntoWhatNumPyGives(_ transform: NetworkCase) throws {
    try transform.check(try transform.predict())
  }

  @Test func aDictionaryIsLaidOutByItsKeys() throws {
    let model = try Fixtures.model(
      TestModel.model(
        inputs: [.message(.text(1, "d"), .message(3, .message(6, .message(2))))],
        outputs: [TestModel.output("y", [3])],
        type: .message(603, .message(1, .text(1, "a"), .text(1, "b"), .text(1, "c")))))
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["d": ["c": 2.0, "a": 0.5, "z": 9.0]]))
    let array = try #require(output.featureValue(for: "y")?.multiArrayValue)
    #expect((0..<3).map { array[$0].doubleValue } == [0.5, 0, 2])
  }
}
