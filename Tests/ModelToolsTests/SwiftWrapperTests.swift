import CoreML
import Foundation
import ModelTools
import TestSupport
import Testing

@Suite struct SwiftWrapperTests {
  private func source(_ bytes: [UInt8], name: String, isPublic: Bool = false) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return SwiftWrapper(
      try MLModel(contentsOf: file).modelDescription, name: name, isPublic: isPublic
    ).source
  }

  private let glm = TestModel.glm(labels: ["a", "b"], weights: [[1, 2]], offsets: [0])

  @Test func theClassHasTheMembersThatProgramsUse() throws {
    let text = try source(glm, name: "Farm")
    for member in [
      "class FarmInput: MLFeatureProvider {", "class FarmOutput: MLFeatureProvider {",
      "class Farm {", "  var x: MLMultiArray", "  var label: String",
      "  var probabilities: [String: Double]",
      "convenience init(configuration: MLModelConfiguration = MLModelConfiguration()) throws {",
      "convenience init(x: MLShapedArray<Float>) {",
      "func prediction(x: MLMultiArray) throws -> FarmOutput {",
      "func prediction(x: MLShapedArray<Float>) throws -> FarmOutput {",
    ] {
      #expect(text.contains(member), "\(member)")
    }
    #expect(!text.contains("public "))
    #expect(try source(glm, name: "Farm", isPublic: true).contains("public class Farm {"))
  }

  @Test func namesBecomeIdentifiersAndTextsLiterals() throws {
    let model = TestModel.model(
      inputs: [TestModel.array("class", [2])],
      outputs: [TestModel.output("2 \"odd\" names\\", [2])],
      type: .message(
        500,
        TestModel.layer(
          140, inputs: ["class"], outputs: ["2 \"odd\" names\\"], TestModel.dense(2, 2))))
    let text = try source(model, name: "My Model-1")
    #expect(text.contains("class My_Model_1 {"))
    #expect(text.contains("var `class`: MLMultiArray"))
    #expect(text.contains("var _2__odd__names_: MLMultiArray"))
    #expect(text.contains(#"case "2 \"odd\" names\\": return"#))
  }
}
