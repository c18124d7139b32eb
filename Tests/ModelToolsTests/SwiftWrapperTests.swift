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

  /// A model from some arrays to others, each of two numbers.
  private func network(_ inputs: [String], _ outputs: [String]) -> [UInt8] {
    TestModel.model(
      inputs: inputs.map { TestModel.array($0, [2]) },
      outputs: outputs.map { TestModel.output($0, [2]) },
      type: .message(
        500,
        outputs.map {
          TestModel.layer(140, inputs: [inputs[0]], outputs: [$0], TestModel.dense(2, 2))
        }.joined()))
  }

  /// Names that mean something to the language or to the generated code, that no name can have, and
  /// that become one.
  private static let names = [
    "default", "init", "self", "Self", "Type", "class", "inout", "await", "any", "_", "", "é", "è",
    "a b", "a-b", "a_b", "9", "features", "featureNames", "featureValue", "featureName", "provider",
    "input", "options", "model", "prediction", "result", "MLMultiArray", "MLFeatureValue", "String",
    "Tone", "ToneInput", "ToneOutput", "line\nbreak", "\u{2028}", "\"\\(", "$0", "description",
  ].filter { !$0.isEmpty }

  @Test func namesOfFeaturesAreAllDifferent() throws {
    let text = try source(network(Self.names, ["y"]), name: "Tone")
    let properties = text.split(separator: "\n").filter { $0.hasPrefix("  var ") }
      .compactMap { $0.split(separator: ":").first }
    // One for each input, and the set of names, then the same for the output.
    #expect(properties.count == Self.names.count + 3)
    #expect(Set(properties.prefix(Self.names.count + 1)).count == Self.names.count + 1)
  }

  @Test func aNameCannotLeaveItsComment() throws {
    let text = try source(glm, name: "Farm\nfatalError()\u{2028}\r")
    for line in text.split(whereSeparator: \.isNewline) where line.contains("fatalError") {
      #expect(line.contains("//") || line.contains("_fatalError") || line.contains("\\u{a}fatal"))
    }
  }

  @Test(.enabled(if: WrapperCompiler.isAvailable, "the modules or the compiler are not there"))
  func whateverTheNamesTheClassesCompile() throws {
    var sources: [String] = []
    // Names of files; the first model has odd features too.
    let files = [
      "Tone", "default", "init", "self", "Self", "Type", "Any", "MLModel", "String", "Swift",
      "CoreML", "été", "1 2", "line\nbreak", "*/", "\\(x)", "async", "Sound Classifier.2",
    ]
    let outputs = Self.names.reversed().map { $0 + "!" } + Self.names.map { "o" + $0 }
    for (index, file) in files.enumerated() {
      let model = index == 0 ? network(Self.names, outputs) : glm
      sources.append(try source(model, name: file, isPublic: index % 2 == 1))
    }
    // Outputs with the odd names themselves, and no input that a property stands for.
    sources.append(try source(network(["x"], Self.names), name: "Outputs"))
    sources.append(
      try source(
        TestModel.glm(labels: ["a", "b"], weights: [[1]], offsets: [0]), name: "Small"))
    let messages = try WrapperCompiler.messages(for: sources)
    #expect(messages == "")
  }
}
