import Foundation
import NeuralNet
import Testing

@testable import CoreML

/// Small audio networks as ML Programs.
@Suite struct ProgramTests {
  private static let all = NetworkCase.cases(in: "programs.json")

  @Test(arguments: all.filter { $0.probabilities == nil })
  func programsGiveWhatPyTorchGives(_ program: NetworkCase) throws {
    try program.check(try program.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "functions.json"))
  func functionsGiveWhatPyTorchGives(_ program: NetworkCase) throws {
    try program.check(try program.predict())
    // Without a name the default one runs.
    let unnamed = try program.withFile { try MLModel(contentsOf: $0) }
    let shape = unnamed.modelDescription.outputDescriptionsByName["y"]?.multiArrayConstraint?.shape
    #expect(shape == [2, 8])
  }

  @Test(arguments: all.filter { $0.probabilities != nil })
  func classifiersNameTheirLabels(_ program: NetworkCase) throws {
    let model = try program.open()
    let description = model.modelDescription
    let expected = try #require(program.probabilities)
    #expect(
      description.classLabels?.map { "\($0)" } == ["bark", "meow", "moo"]
        || description.classLabels?.map { "\($0)" } == ["3", "1", "2"])
    let prediction = try program.predict(with: model)
    let labelName = try #require(description.predictedFeatureName)
    let probabilitiesName = try #require(description.predictedProbabilitiesName)
    let dictionary = try #require(
      prediction.featureValue(for: probabilitiesName)?.dictionaryValue)
    #expect(Set(dictionary.keys.map { "\($0)" }) == Set(expected.keys))
    for (label, probability) in dictionary {
      #expect(abs(probability.doubleValue - expected["\(label)"]!) < 1e-4)
    }
    let best = try #require(expected.max { $0.value < $1.value }?.key)
    let label = try #require(prediction.featureValue(for: labelName))
    #expect(label.type == .int64 ? "\(label.int64Value)" == best : label.stringValue == best)
  }

  @Test func aProgramRunsOnLengthsInAnyOrder() throws {
    let cases = Self.all.filter { $0.name.hasPrefix("CRNN, range") }
    try #require(cases.count == 2)
    let model = try cases[0].open()
    for program in cases + cases.reversed() { try program.check(try program.predict(with: model)) }
    let outside = try MLMultiArray(shape: [1, 1, 1000, 16], dataType: .float32)
    #expect(throws: MLModelError.self) {
      try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": outside]))
    }
  }

  @Test func aProgramOfHalfPrecisionTakesAndGivesItsType() throws {
    let program = try #require(Self.all.first { $0.name == "wave, half precision" })
    let model = try program.open()
    let output = try #require(model.modelDescription.outputDescriptionsByName["y"])
    #expect(output.multiArrayConstraint?.dataType == .float16)
    let prediction = try program.predict(with: model)
    #expect(prediction.featureValue(for: "y")?.multiArrayValue?.dataType == .float16)
  }

  @Test func recurrentLoopsBecomeOneLayer() throws {
    let program = try #require(
      NetworkCase.cases(in: "operations.json").first { $0.name == "GRU" })
    let shapes = program.inputs.values.map(\.shape)
    let layerNames = try program.withFile { url in
      let file = try ModelFile(at: url)
      let message = try file.message().root
      let program = try #require(message.message("ml_program"))
      let source = try ProgramSource(
        program, description: try DescriptionReader(of: message))
      return try source.network(for: shapes).network.layers.map {
        type(of: $0.operation).operationName
      }
    }
    #expect(layerNames.filter { $0 == "gated recurrent unit" }.count == 1)
    #expect(layerNames.count < 12)
  }

  @Test func concurrentPredictionsOnSeveralLengthsAgree() async throws {
    let cases = Self.all.filter { $0.name.hasPrefix("wave, range") }
    let model = try cases[0].open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          let program = cases[index % cases.count]
          try program.check(try program.predict(with: model))
        }
      }
      try await group.waitForAll()
    }
  }
}
