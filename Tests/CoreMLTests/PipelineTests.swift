import CoreML
import Foundation
import Testing

/// A sound classifier as a tool writes it, and the probabilities of the three test signals.
struct PipelineCase: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let model: Data
  /// The weight file beside it; empty if there is none.
  let weights: Data
  let tolerance: Double
  let labels: [String]
  let probabilities: [String: [Double]]

  var testDescription: String { name }

  static let all: [PipelineCase] = {
    do {
      return try JSONDecoder().decode(
        [PipelineCase].self, from: try Data(contentsOf: Fixtures.url("pipelines.json")))
    } catch {
      fatalError("pipelines.json: \(error)")
    }
  }()
}

extension PipelineCase {
  /// Opens the model, with its weights where a package has them.
  func open() throws -> MLModel {
    try Fixtures.withFile([UInt8](model)) { file in
      let folder = file.deletingLastPathComponent().appendingPathComponent("weights")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !weights.isEmpty {
        try weights.write(to: folder.appendingPathComponent("weight.bin"))
      }
      return try MLModel(contentsOf: file)
    }
  }
}

@Suite struct PipelineTests {
  @Test(arguments: PipelineCase.all, TestSignal.allCases)
  func aSoundClassifierOfAnotherToolNamesSounds(
    _ item: PipelineCase, _ signal: TestSignal
  ) throws {
    let model = try item.open()
    let description = model.modelDescription
    #expect(description.classLabels as? [String] == item.labels)
    let input = try #require(model.arrayInput)
    #expect(input.shape == [15_600])
    let expected = try #require(item.probabilities[signal.rawValue])

    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(
        dictionary: [input.name: try MLMultiArray(signal.samples)]))
    let name = try #require(description.predictedProbabilitiesName)
    let dictionary = try #require(output.featureValue(for: name)?.dictionaryValue)
    for (label, probability) in zip(item.labels, expected) {
      #expect(abs(try #require(dictionary[label]).doubleValue - probability) < item.tolerance)
    }
    let best = item.labels[expected.indices.max { expected[$0] < expected[$1] }!]
    #expect(
      output.featureValue(for: try #require(description.predictedFeatureName))?.stringValue == best)

    let scorer = try model.makeScorer(inputName: input.name, shape: input.shape)
    var scores = [Float](repeating: -1, count: item.labels.count)
    var target = scores.mutableSpan
    try scorer.score(signal.samples.span, into: &target)
    for (score, probability) in zip(scores, expected) {
      #expect(abs(Double(score) - probability) < item.tolerance)
    }
  }
}
