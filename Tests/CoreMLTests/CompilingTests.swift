import CoreML
import Foundation
import TestSupport
import Testing

/// Folders that `compileModel(at:)` writes.
@Suite struct CompilingTests {
  private static let cases =
    NetworkCase.cases(in: "programs.json").filter { $0.probabilities == nil }
    + NetworkCase.cases(in: "layers-images.json") + NetworkCase.cases(in: "layers-recurrent.json")
    + NetworkCase.cases(in: "layers-dense.json") + NetworkCase.cases(in: "functions.json")
    + NetworkCase.cases(in: "networks.json")

  /// Compiles a model, lets `body` use the folder, and removes it.
  private func withCompiled(_ file: URL, _ body: (URL) throws -> Void) throws {
    let folder = try MLModel.compileModel(at: file)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try body(folder)
  }

  @Test(arguments: cases)
  func aCompiledModelGivesTheSameBits(_ item: NetworkCase) throws {
    try item.withFile { file in
      let expected = try item.predict(with: item.open(file))
      try withCompiled(file) { folder in
        // The model that it was made of is no longer needed.
        let model = try item.open(folder)
        let found = try item.predict(with: model)
        for name in item.outputs.keys {
          let (a, b) = (
            try #require(found.featureValue(for: name)?.multiArrayValue),
            try #require(expected.featureValue(for: name)?.multiArrayValue)
          )
          #expect(a.shape == b.shape)
          #expect(
            MLShapedArray<Float>(converting: a).scalars
              == MLShapedArray<Float>(converting: b).scalars)
        }
      }
    }
  }

  @Test func aCompiledModelCanBeMovedAndCompiledAgain() throws {
    let item = try #require(Self.cases.first { $0.name == "palette of 4 bits" })
    try item.withFile { file in
      try withCompiled(file) { first in
        let moved = first.deletingLastPathComponent().appendingPathComponent("Other.mlmodelc")
        try FileManager.default.moveItem(at: first, to: moved)
        try withCompiled(moved) { second in
          #expect(second.lastPathComponent == "Other.mlmodelc")
          try item.check(try item.predict(with: MLModel(contentsOf: second)))
        }
      }
    }
  }

  @Test(arguments: ["MobileNet", "palette of 4 bits"])
  func weightsOfACompiledModelThatAreCutOffAreRefused(_ name: String) throws {
    let item = try #require(Self.cases.first { $0.name == name })
    try item.withFile { file in
      try withCompiled(file) { folder in
        let weights = folder.appendingPathComponent("weights.bin")
        let bytes = try Data(contentsOf: weights)
        for length in [0, 1, 64, 128, bytes.count / 2, bytes.count - 1] {
          // A new file: the old one may be mapped.
          try FileManager.default.removeItem(at: weights)
          try bytes.prefix(length).write(to: weights)
          let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
          #expect(error?.localizedDescription.contains("weights.bin") == true)
        }
        try FileManager.default.removeItem(at: weights)
        #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      }
    }
  }

  /// Two functions with weights of their own, and shared ones, in one weight file.
  private func withTwoFunctions(_ body: (URL) throws -> Void) throws {
    typealias P = TestProgram
    let path = "@model_path/weights.bin"
    func function(_ own: Int) -> [Wire] {
      [
        P.operation(
          "add", inputs: [("x", P.name("x")), ("y", P.value(P.blob(path, 64, [2])))],
          outputs: [P.named("h", [2])]),
        P.operation("mul", inputs: [("x", P.name("h")), ("y", P.value(P.blob(path, own, [2])))]),
      ]
    }
    let bytes = P.model([("main", function(192)), ("other", function(320))])
    try Fixtures.withFile(bytes, named: "Two.mlmodel") { file in
      try Data(P.weightFile([[1, 2], [10, 20], [300, 400]])).write(
        to: file.deletingLastPathComponent().appendingPathComponent("weights.bin"))
      try body(file)
    }
  }

  private func run(_ url: URL, function: String?) throws -> [Float] {
    let configuration = MLModelConfiguration()
    configuration.functionName = function
    let model = try MLModel(contentsOf: url, configuration: configuration)
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([Float(1), 1])]))
    return MLShapedArray<Float>(
      converting: try #require(output.featureValue(for: "y")?.multiArrayValue)
    ).scalars
  }

  @Test func aCompiledModelHoldsTheWeightsOfAllFunctions() throws {
    try withTwoFunctions { file in
      try withCompiled(file) { folder in
        // Only what is in the folder may be needed.
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        #expect(try run(folder, function: nil) == [20, 60])
        #expect(try run(folder, function: "main") == [20, 60])
        #expect(try run(folder, function: "other") == [600, 1200])
        let error = #expect(throws: MLModelError.self) { try run(folder, function: "third") }
        #expect(error?.localizedDescription.contains("'third'") == true)
        // Header and three records with their data: shared weights are there once.
        let weights = try Data(contentsOf: folder.appendingPathComponent("weights.bin"))
        #expect(weights[0] == 3)
        try withCompiled(folder) { again in
          let found = try run(again, function: "other")
          #expect(found == [600, 1200])
        }
      }
    }
  }

  @Test func aFunctionThatCannotRunIsNamedWhenTheModelIsCompiled() throws {
    let bytes = TestProgram.model([
      ("main", [TestProgram.operation("relu", inputs: [("x", TestProgram.name("x"))])]),
      ("odd", [TestProgram.operation("fft", named: "spectrum")]),
    ])
    try Fixtures.withFile(bytes) { file in
      _ = try MLModel(contentsOf: file)
      let error = #expect(throws: MLModelError.self) { try MLModel.compileModel(at: file) }
      #expect(error?.localizedDescription.contains("function 'odd'") == true)
      #expect(error?.localizedDescription.contains("'spectrum' (fft)") == true)
    }
  }

  @Test func aModelFileThatClaimsToBeCompiledIsRefused() throws {
    let bytes = TestModel.network(
      TestModel.layer(
        140,
        .message(
          .integer(1, 2), .integer(2, 2), .message(20, .integer(1000, 64)))))
    let error = #expect(throws: MLModelError.self) { try Fixtures.model(bytes) }
    #expect(error?.localizedDescription.contains("compiled") == true)
  }

  @Test func theBuiltInModelKeepsItsAnswers() throws {
    try withCompiled(Fixtures.builtInModel) { folder in
      let (original, compiled) = (
        try MLModel(contentsOf: Fixtures.builtInModel), try MLModel(contentsOf: folder)
      )
      #expect(original.classLabelTexts == compiled.classLabelTexts)
      let sizes = try FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent("weights.bin").path)
      #expect((sizes[.size] as? Int ?? 0) > 100_000)
    }
  }
}
