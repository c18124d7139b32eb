import CoreML
import Foundation
import TestSupport
import Testing

/// Folders that `compileModel(at:)` writes.
@Suite struct CompilingTests {
  private static let cases =
    NetworkCase.cases(in: "programs.json").filter { $0.probabilities == nil }
    + NetworkCase.cases(in: "layers-images.json") + NetworkCase.cases(in: "layers-recurrent.json")
    + NetworkCase.cases(in: "layers-dense.json")

  /// Compiles a model, lets `body` use the folder, and removes it.
  private func withCompiled(_ file: URL, _ body: (URL) throws -> Void) throws {
    let folder = try MLModel.compileModel(at: file)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try body(folder)
  }

  @Test(arguments: cases)
  func aCompiledModelGivesTheSameBits(_ item: NetworkCase) throws {
    try item.withFile { file in
      let expected = try item.predict(with: MLModel(contentsOf: file))
      try withCompiled(file) { folder in
        // The model that it was made of is no longer needed.
        let model = try MLModel(contentsOf: folder)
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
