import CoreML
import Foundation
import TestSupport
import Testing

/// Packages and compiled folders, built in a temporary folder.
@Suite struct ContainerTests {
  private let glm = TestModel.glm(labels: ["a", "b"], weights: [[2]], offsets: [1])
  private let root = "0F6AD2E1-3B6E-4C0F-9C8B-0A5E5D0B0C11"

  /// Makes a folder with files, hands it to `body`, and removes it.
  private func withFolder(
    _ name: String, _ files: [String: [UInt8]], _ body: (URL) throws -> Void
  ) throws {
    let outer = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let folder = outer.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: outer) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, bytes) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    try body(folder)
  }

  private func manifest(root: String, path: String) -> [UInt8] {
    Array(
      """
      {"fileFormatVersion": "1.0.0", "rootModelIdentifier": "\(root)", "itemInfoEntries": {
        "9a0b": {"author": "com.apple.CoreML", "path": "com.apple.CoreML/weights"},
        "\(self.root)": {"author": "com.apple.CoreML", "description": "", "name": "model.mlmodel",
          "path": "\(path)"}}}
      """.utf8)
  }

  private func label(_ model: MLModel) throws -> String? {
    try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([0.5])])
    ).featureValue(for: "label")?.stringValue
  }

  @Test func aPackageOpensThroughItsManifestAndCompiles() throws {
    let files = [
      // Identifiers are the same in small and capital letters.
      "Manifest.json": manifest(root: root.lowercased(), path: "elsewhere/Farm.mlmodel"),
      "Data/elsewhere/Farm.mlmodel": glm,
    ]
    try withFolder("Farm.mlpackage", files) { folder in
      #expect(try label(MLModel(contentsOf: folder)) == "b")
      let compiled = try MLModel.compileModel(at: folder)
      defer { try? FileManager.default.removeItem(at: compiled.deletingLastPathComponent()) }
      #expect(compiled.lastPathComponent == "Farm.mlmodelc")
      #expect(try label(MLModel(contentsOf: compiled)) == "b")
    }
  }

  @Test(arguments: [
    "../model.mlmodel", "/etc/passwd", "a/../../model.mlmodel", "", "./model.mlmodel",
    "link/model.mlmodel", "missing.mlmodel",
  ])
  func aManifestThatLeadsElsewhereIsRefused(_ path: String) throws {
    let files = ["Manifest.json": manifest(root: root, path: path), "model.mlmodel.outside": glm]
    try withFolder("Farm.mlpackage", files) { folder in
      let data = folder.appendingPathComponent("Data")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: data.appendingPathComponent("link"), withDestinationURL: folder)
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      #expect(error?.localizedDescription.contains(folder.path) == true)
    }
  }

  @Test(arguments: ["", "[]", "{}", "{\"rootModelIdentifier\": \"x\", \"itemInfoEntries\": {}}"])
  func aManifestThatNamesNoModelIsRefused(_ text: String) throws {
    try withFolder("Farm.mlpackage", ["Manifest.json": Array(text.utf8)]) { folder in
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      #expect(error?.localizedDescription.contains("Manifest.json") == true)
    }
  }

  /// The data file of Apple's compiler: type, versions, signature, payload.
  private func compiled(type: Int, signature: String, payload: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return little(type, 4) + little(1, 4) + [UInt8](repeating: 0, count: 20)
      + little(signature.utf8.count, 8) + Array(signature.utf8) + little(1, 4)
      + [UInt8](repeating: 0, count: 28) + payload
  }

  private func pipelinePayload(stages: Int) -> [UInt8] {
    let description = Wire.message(
      .bytes(1, TestModel.array("x", [1]).bytes), TestModel.classifierOutputs.joined()
    ).bytes
    func little(_ value: Int) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return little(description.count) + description + little(stages) + [1, 2, 3]
  }

  @Test func aFolderOfApplesCompilerOpensWhereItHoldsWholeModels() throws {
    let files = [
      "coremldata.bin": compiled(
        type: 200, signature: "generic.model0v1.0.0spec", payload: pipelinePayload(stages: 1)),
      "model0/coremldata.bin": compiled(type: 400, signature: "spec", payload: glm),
    ]
    try withFolder("Farm.mlmodelc", files) { folder in
      let model = try MLModel(contentsOf: folder)
      #expect(try label(model) == "b")
      #expect(model.modelDescription.classLabels as? [String] == ["a", "b"])
    }
  }

  @Test func aFolderOfApplesCompilerWithANetworkIsRefusedWithAHint() throws {
    let files = [
      "coremldata.bin": compiled(
        type: 200, signature: "generic.model0v2.0.1generic", payload: pipelinePayload(stages: 1)),
      "model0/coremldata.bin": compiled(type: 500, signature: "generic", payload: []),
    ]
    try withFolder("Farm.mlmodelc", files) { folder in
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      let sentence = error?.localizedDescription ?? ""
      #expect(sentence.contains("model0"))
      #expect(sentence.contains(".mlmodel or .mlpackage"))
    }
  }

  @Test func aFolderOfApplesCompilerWhoseStagesLeadBackToItIsRefused() throws {
    let files = [
      "coremldata.bin": compiled(
        type: 202, signature: "generic", payload: pipelinePayload(stages: 64))
    ]
    try withFolder("Farm.mlmodelc", files) { folder in
      for index in 0..<64 {
        try FileManager.default.createSymbolicLink(
          at: folder.appendingPathComponent("model\(index)"), withDestinationURL: folder)
      }
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      #expect(error?.localizedDescription.contains("stages") == true)
    }
  }

  @Test func aFolderOfApplesCompilerWithStagesWithoutEndIsRefused() throws {
    // Every whole has 64 stages that hold 64 small models each.
    let whole = compiled(type: 202, signature: "generic", payload: pipelinePayload(stages: 64))
    let files = [
      "coremldata.bin": whole, "wide/coremldata.bin": whole,
      "small/coremldata.bin": compiled(type: 400, signature: "spec", payload: glm),
    ]
    try withFolder("Farm.mlmodelc", files) { folder in
      for (parent, child) in [("", "wide"), ("wide/", "small")] {
        for index in 0..<64 {
          try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("\(parent)model\(index)"),
            withDestinationURL: folder.appendingPathComponent(child))
        }
      }
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
      #expect(error?.localizedDescription.contains("at most 256 stages") == true)
    }
  }

  @Test(arguments: [0, 3, 27, 35, 39, 71])
  func aDataFileThatIsTooShortIsRefused(_ length: Int) throws {
    let bytes = compiled(type: 400, signature: "spec", payload: glm)
    try withFolder("Farm.mlmodelc", ["coremldata.bin": Array(bytes.prefix(length))]) { folder in
      #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
    }
  }

  @Test(.enabled(if: Fixtures.hasSamples, "the shared model files are not beside the package"))
  func aRealCompiledClassifierIsRefusedAtItsNetworkAndItsOtherStagesOpen() throws {
    let folder = Fixtures.samples.appendingPathComponent("ESC-10-Sound-Classifier.mlmodelc")
    let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
    #expect(error?.localizedDescription.contains("model1") == true)
    let head = try MLModel(contentsOf: folder.appendingPathComponent("model2"))
    #expect(head.modelDescription.classLabels?.count == 10)
    let front = try MLModel(contentsOf: folder.appendingPathComponent("model0"))
    #expect(front.arrayInput?.shape == [15_600])
  }
}
