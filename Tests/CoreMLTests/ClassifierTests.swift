import Foundation
import TestSupport
import Testing

@testable import CoreML

/// A classifier file with inputs, and the probabilities that another program computed.
struct ClassifierCase: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let model: Data
  let inputs: [String: NetworkCase.Numbers]
  let label: String
  let probabilities: [String: Double]
  let tolerance: Double

  var testDescription: String { name }

  /// Classifiers by formula, and those that scikit-learn trained.
  static let all = cases(in: "classifiers.json") + cases(in: "classical.json")

  private static func cases(in file: String) -> [ClassifierCase] {
    do {
      return try JSONDecoder().decode(
        [ClassifierCase].self, from: try Data(contentsOf: Fixtures.url(file)))
    } catch {
      fatalError("\(file): \(error)")
    }
  }

  /// The inputs as the model declares them: arrays or single numbers.
  func features(for model: MLModel) throws -> MLDictionaryFeatureProvider {
    var features: [String: MLFeatureValue] = [:]
    for (name, numbers) in inputs {
      let isNumber = model.modelDescription.inputDescriptionsByName[name]?.type == .double
      features[name] =
        isNumber
        ? MLFeatureValue(double: Double(numbers.values[0]))
        : MLFeatureValue(shapedArray: MLShapedArray(scalars: numbers.values, shape: numbers.shape))
    }
    return try MLDictionaryFeatureProvider(dictionary: features)
  }
}

@Suite struct ClassifierTests {
  @Test(arguments: ClassifierCase.all)
  func probabilitiesAreWhatNumPyAndScikitLearnGive(_ item: ClassifierCase) throws {
    let model = try Fixtures.model([UInt8](item.model))
    let description = model.modelDescription
    let output = try model.prediction(from: item.features(for: model))
    let labelName = try #require(description.predictedFeatureName)
    let probabilitiesName = try #require(description.predictedProbabilitiesName)
    #expect(output.featureNames == [labelName, probabilitiesName])

    let label = try #require(output.featureValue(for: labelName))
    #expect((label.type == .int64 ? "\(label.int64Value)" : label.stringValue) == item.label)
    let dictionary = try #require(output.featureValue(for: probabilitiesName)).dictionaryValue
    #expect(dictionary.count == item.probabilities.count)
    for (key, probability) in dictionary {
      let expected = try #require(item.probabilities["\(key.base)"])
      #expect(abs(probability.doubleValue - expected) < item.tolerance)
    }
    if label.type == .string {
      #expect((dictionary as? [String: Double])?.count == dictionary.count)
      #expect(description.classLabels is [String])
    } else {
      #expect((dictionary as? [Int64: Double])?.count == dictionary.count)
      #expect(description.classLabels is [Int64])
    }
  }

  @Test(arguments: ClassifierCase.all.filter { $0.inputs.count == 1 })
  func aScorerGivesTheSameInLabelOrder(_ item: ClassifierCase) throws {
    let model = try Fixtures.model([UInt8](item.model))
    let (name, numbers) = try #require(item.inputs.first)
    let scorer = try model.makeScorer(inputName: name, shape: numbers.shape)
    var scores = [Float](repeating: -1, count: scorer.classLabels.count)
    var target = scores.mutableSpan
    try scorer.score(numbers.values.span, into: &target)
    #expect(Set(scorer.classLabels) == Set(item.probabilities.keys))
    for (label, score) in zip(scorer.classLabels, scores) {
      #expect(abs(Double(score) - item.probabilities[label]!) < item.tolerance)
    }
  }

  @Test func ofEqualProbabilitiesTheFirstLabelWins() throws {
    let labels = ["b", "a", "c"]
    let model = try Fixtures.model(
      TestModel.glm(labels: labels, weights: [[0], [0]], offsets: [0, 0]))
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([1.0])]))
    #expect(output.featureValue(for: "label")?.stringValue == "b")
  }
}

/// The heads of real models, with the scores that their SOURCES.md lists.
@Suite(.enabled(if: Fixtures.hasSamples, "the shared model files are not beside the package"))
struct RealClassifierTests {
  /// 0.05 + 0.05 sin(0.1 i)
  private func features(count: Int) throws -> MLFeatureValue {
    MLFeatureValue(
      multiArray: try MLMultiArray((0..<count).map { 0.05 + 0.05 * sin(0.1 * Double($0)) }))
  }

  /// The probabilities for listed scores, in which the first label has 0.
  private func probabilities(_ scores: [String: Double]) -> [String: Double] {
    let largest = scores.values.max()!
    let sum = scores.values.reduce(0) { $0 + exp($1 - largest) }
    return scores.mapValues { exp($0 - largest) / sum }
  }

  private func check(_ value: MLFeatureValue?, _ expected: [String: Double]) throws {
    let found = try #require(value).dictionaryValue
    #expect(found.count == expected.count)
    for (label, probability) in expected {
      let other = try #require(found[label]).doubleValue
      #expect(abs(other - probability) < 1e-6, "\(label)")
    }
  }

  @Test func theHeadOfADogBarkClassifierGivesItsListedScores() throws {
    let url = Fixtures.samples.appendingPathComponent("ESC-10-stage2-glm.mlmodel")
    let model = try MLModel(contentsOf: url)
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(
        dictionary: ["vggishFeature": try features(count: 12_288)]))
    #expect(output.featureValue(for: "classLabel")?.stringValue == "001-Dog bark")
    let dictionary = try #require(output.featureValue(for: "classLabelProbs")?.dictionaryValue)
    #expect(abs(try #require(dictionary["001-Dog bark"]).doubleValue - 0.99036784) < 1e-6)
    #expect(abs(try #require(dictionary["004-Baby cry"]).doubleValue - 0.00963212) < 1e-6)
    try check(
      output.featureValue(for: "classLabelProbs"),
      probabilities([
        "001-Dog bark": 0, "002-Rain": -159.530924, "003-Sea waves": -130.293938,
        "004-Baby cry": -4.632973, "005-Clock tick": -17.050903,
        "006-Person sneeze": -80.659813, "007-Helicopter": -121.982496,
        "008-Chainsaw": -39.141756, "009-Rooster": -34.047919, "010-Fire crackling": -107.272713,
      ]))
  }

  @Test func theHeadOfABabyCryClassifierGivesItsListedScores() throws {
    let url = Fixtures.samples.appendingPathComponent("DeepInfant_AFP.mlmodel")
    let file = try ModelMessage(try Data(contentsOf: url).span)
    let pipeline = try #require(file.root.message("pipeline_classifier")?.message("pipeline"))
    let head = try ModelReader.contents(of: pipeline.messages("models")[1])
    let output = try head.predict(["features": try features(count: 512)])
    #expect(output["classLabel"]?.stringValue == "hungry")
    try check(
      output["classLabelProbs"],
      probabilities([
        "belly_pain": 0, "burping": -37.759690, "discomfort": -5.581459, "hungry": 63.254545,
        "tired": 24.884481,
      ]))
  }

  @Test func aFeaturePrintModelTellsItsWindowAndRefusesToPredict() throws {
    let url = Fixtures.samples.appendingPathComponent("DeepInfant_AFP.mlmodel")
    let model = try MLModel(contentsOf: url)
    let description = model.modelDescription
    #expect(
      description.classLabels as? [String]
        == ["belly_pain", "burping", "discomfort", "hungry", "tired"])
    #expect(description.predictedFeatureName == "classLabel")
    #expect(description.predictedProbabilitiesName == "classLabelProbs")
    let input = try #require(description.inputDescriptionsByName["audioSamples"])
    let constraint = try #require(input.multiArrayConstraint)
    #expect(constraint.shape == [80_000])
    #expect(constraint.dataType == .float32)
    #expect(constraint.shapeConstraint.type == .range)
    let range = try #require(constraint.shapeConstraint.sizeRangeForDimension.first).rangeValue
    #expect(range.location == 8000)
    #expect(range.contains(240_000) && !range.contains(240_001))
    let texts = try #require(description.metadata[.creatorDefinedKey] as? [String: String])
    #expect(texts["sampleRate"] == "16000")
    #expect(texts["com.apple.createml.app.tag"] == "78.8")
    #expect(description.metadata[.author] as? String == "Skytells, Inc.")

    let samples = try MLMultiArray(shape: [80_000], dataType: .float32)
    let error = #expect(throws: MLModelError.self) {
      try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: ["audioSamples": samples]))
    }
    let sentence = try #require(error?.localizedDescription)
    #expect(sentence.contains("only on Apple's systems"))
    #expect(sentence.contains("VGGish"))
    #expect(sentence.contains(url.path))
  }

  @Test func theFirstStageOfADogBarkClassifierComputesLogMelFrames() throws {
    let url = Fixtures.samples.appendingPathComponent("ESC-10-stage0-preprocessing.mlmodel")
    let model = try MLModel(contentsOf: url)
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(
        dictionary: ["audioSamples": try MLMultiArray(TestSignal.chirp.samples)]))
    let frames = try #require(output.featureValue(for: "preprocessedAudio")?.multiArrayValue)
    #expect(frames.shape == [1, 96, 64])
    #expect(abs(frames[[0, 0, 0]].floatValue - 3.433724) < 1e-3)
    #expect(abs(frames[[0, 95, 63]].floatValue - 1.830090) < 1e-3)
  }
}

@Suite struct ParameterTests {
  private let item = ClassifierCase.all.first { $0.name == "neighbours by distance" }!

  private func predict(neighbours: Any) throws -> [AnyHashable: NSNumber] {
    let configuration = MLModelConfiguration()
    configuration.parameters = [.numberOfNeighbors: neighbours]
    return try Fixtures.withFile([UInt8](item.model)) { file in
      let model = try MLModel(contentsOf: file, configuration: configuration)
      #expect(model.configuration.parameters?.count == 1)
      let output = try model.prediction(from: item.features(for: model))
      let name = try #require(model.modelDescription.predictedProbabilitiesName)
      return try #require(output.featureValue(for: name)).dictionaryValue
    }
  }

  // One neighbour alone has all votes.
  @Test func theNumberOfNeighboursCanBeChosen() throws {
    for count in [1 as Any, NSNumber(value: 1)] {
      let votes = try predict(neighbours: count).values.map(\.doubleValue)
      #expect(votes.filter { $0 == 1 }.count == 1)
      #expect(votes.reduce(0, +) == 1)
    }
  }

  @Test(arguments: [0, -1, 1_000_000])
  func aNumberThatTheModelDoesNotHaveIsRefused(_ count: Int) throws {
    let error = #expect(throws: MLModelError.self) { try predict(neighbours: count) }
    #expect(error?.localizedDescription.contains("numberOfNeighbors \(count)") == true)
  }

  @Test func keysAreEqualByNameAndScope() {
    #expect(MLParameterKey.epochs.scoped(to: "a") == MLParameterKey.epochs.scoped(to: "a"))
    #expect(MLParameterKey.epochs.scoped(to: "a") != .epochs)
    #expect(MLParameterKey.epochs != .momentum)
  }
}
