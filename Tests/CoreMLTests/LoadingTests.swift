import CoreML
import Foundation
import TestSupport
import Testing

@Suite struct LoadingTests {
  private let bytes = TestModel.glm(labels: ["a", "b"], weights: [[2]], offsets: [1])

  private func probability(_ model: MLModel) throws -> Double {
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([Float(0.5)])]))
    return try #require(output.featureValue(for: "probabilities")?.dictionaryValue["b"]).doubleValue
  }

  @Test func aCompiledFolderCarriesTheNameAndPredictsAsTheFile() throws {
    try Fixtures.withFile(bytes, named: "Farm.mlmodel") { url in
      let folder = try MLModel.compileModel(at: url)
      defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
      #expect(folder.lastPathComponent == "Farm.mlmodelc")
      let expected = 1 / (1 + exp(-2.0))
      #expect(abs(try probability(MLModel(contentsOf: url)) - expected) < 1e-12)
      #expect(abs(try probability(MLModel(contentsOf: folder)) - expected) < 1e-12)
    }
  }

  @Test func theAsynchronousFormsGiveTheSame() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Farm.mlmodel")
    try Data(bytes).write(to: file)

    let compiled = try await MLModel.compileModel(at: file)
    defer { try? FileManager.default.removeItem(at: compiled.deletingLastPathComponent()) }
    let model = try await MLModel.load(contentsOf: compiled)
    let input = try MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([0.5])])
    let output = try await model.prediction(from: input)
    #expect(output.featureValue(for: "label")?.stringValue == "b")

    let loaded = await withCheckedContinuation { continuation in
      MLModel.load(contentsOf: file) { continuation.resume(returning: $0) }
    }
    #expect(try loaded.get().modelDescription.classLabels as? [String] == ["a", "b"])
    let other = await withCheckedContinuation { continuation in
      MLModel.compileModel(at: file) { continuation.resume(returning: $0) }
    }
    try? FileManager.default.removeItem(at: try other.get().deletingLastPathComponent())
  }

  @Test func aMissingFileAndAForeignFolderAreNamed() throws {
    let missing = URL(fileURLWithPath: "/nowhere/Birds.mlmodel")
    let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: missing) }
    #expect(error?.code == .io)
    #expect(error?.localizedDescription.contains("/nowhere/Birds.mlmodel") == true)

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder) }
    #expect(other?.localizedDescription.contains("compileModel") == true)
  }

  @Test func anErrorBridgesWithDomainCodeAndCause() throws {
    do {
      _ = try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere"))
      Issue.record("a missing file was opened")
    } catch MLModelError.io {
      // The pattern above is the first assertion; the next go through Foundation.
    }
    let error = #expect(throws: MLModelError.self) {
      try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere"))
    }
    let bridged = try #require(error) as NSError
    #expect(bridged.domain == "com.apple.CoreML")
    #expect(bridged.code == 3)
    #expect(bridged.localizedDescription.contains("/nowhere"))
    #expect(bridged.userInfo[NSUnderlyingErrorKey] != nil)
  }

  @Test func aConfigurationIsCopiedWhenTheModelIsRead() throws {
    let configuration = MLModelConfiguration()
    #expect(configuration.computeUnits == .all)
    configuration.computeUnits = .cpuOnly
    configuration.modelDisplayName = "farm"
    let model = try Fixtures.withFile(bytes) {
      try MLModel(contentsOf: $0, configuration: configuration)
    }
    configuration.computeUnits = .all
    #expect(model.configuration.computeUnits == .cpuOnly)
    #expect(model.configuration.modelDisplayName == "farm")
  }

  @Test func theDescriptionTellsInputsOutputsAndTexts() throws {
    let model = try Fixtures.model(
      TestModel.model(
        inputs: [TestModel.array("x", [1])], outputs: TestModel.classifierOutputs,
        type: .message(
          400, .message(1, .doubles(1, [1])), .doubles(2, [0]),
          .message(100, .text(1, "a"), .text(1, "b"))),
        metadata: [
          .message(
            100, .text(1, "Names farm animals."), .text(2, "1.2"), .text(3, "N. N."),
            .text(4, "MIT"), .message(100, .text(1, "sampleRate"), .text(2, "16000")))
        ]))
    let description = model.modelDescription
    #expect(Set(description.inputDescriptionsByName.keys) == ["x"])
    #expect(Set(description.outputDescriptionsByName.keys) == ["label", "probabilities"])
    #expect(description.outputDescriptionsByName["label"]?.type == .string)
    let dictionary = try #require(description.outputDescriptionsByName["probabilities"])
    #expect(dictionary.type == .dictionary)
    #expect(dictionary.dictionaryConstraint?.keyType == .string)
    #expect(description.predictedFeatureName == "label")
    #expect(description.predictedProbabilitiesName == "probabilities")
    #expect(!description.isUpdatable)
    #expect(description.metadata[.description] as? String == "Names farm animals.")
    #expect(description.metadata[.versionString] as? String == "1.2")
    #expect(description.metadata[.author] as? String == "N. N.")
    #expect(description.metadata[.license] as? String == "MIT")
    #expect(
      description.metadata[.creatorDefinedKey] as? [String: String] == ["sampleRate": "16000"])
  }
}
