import CreateML
import Testing

/// Calls as apps write them, with Apple's spellings.
@Suite struct SignatureTests {
  @Test func parametersInAllForms() {
    let usual = MLSoundClassifier.ModelParameters()
    #expect(usual.maxIterations == 25 && usual.overlapFactor == 0.5)
    #expect(
      usual.featureExtractionTimeWindowSize
        == MLSoundClassifier.ModelParameters.defaultVGGishFeatureExtractionTimeWindowSize)
    #expect(usual.featureExtractionTimeWindowSize == 0.975)
    #expect(usual.background == .synthesized(seed: 1))
    let extractor = MLSoundClassifier.FeatureExtractorType.audioFeaturePrint(
      type: MLSoundClassifier.FeaturePrintType.sound, revision: 1)
    let algorithm = MLSoundClassifier.ModelAlgorithmType.transferLearning(
      featureExtractor: extractor, classifier: MLSoundClassifier.ClassifierType.logisticRegressor)
    #expect(usual.algorithm == algorithm)
    #expect(MLSoundClassifier.FeatureExtractorType.vggish(revision: 1) != extractor)
    #expect(
      MLSoundClassifier.ClassifierType.multilayerPerceptron(layerSizes: [100, 100])
        != .logisticRegressor)

    var parameters = MLSoundClassifier.ModelParameters(
      validation: .split(strategy: .automatic), maxIterations: 10, overlapFactor: 0.25)
    parameters.validation = MLSoundClassifier.ModelParameters.ValidationData.none
    parameters.background = MLSoundClassifier.ModelParameters.Background.none
    parameters.validation = .dataSource(
      MLSoundClassifier.DataSource.filesByLabel(["a": [URL(fileURLWithPath: "/a.wav")]]))
    parameters.validation = .split(strategy: MLSplitStrategy.fixed(ratio: 0.1, seed: nil))
    #expect(MLSplitStrategy.fixed(ratio: 0.1, seed: nil) != MLSplitStrategy.automatic)
    parameters.algorithm = algorithm
    parameters.featureExtractionTimeWindowSize = 3
    #expect(parameters.featureExtractionTimeWindowSize == 3 && parameters.maxIterations == 10)
  }

  @Test func metadataInAllForms() {
    var metadata = MLModelMetadata()
    #expect(metadata.version == "1" && metadata.license == nil && metadata.additional == nil)
    #expect(!metadata.shortDescription.isEmpty)
    metadata = MLModelMetadata(author: "A", shortDescription: "B", version: "2")
    #expect(metadata.author == "A" && metadata.version == "2")
  }

  @Test func errorsSaySentences() {
    let errors: [(MLCreateError, String)] = [
      (.cancelled, "the training was cancelled"),
      (
        .incompatibleParameters(parameter: "p", originalValue: "1", newValue: "2"),
        "p: found 2, expected 1 as before"
      ),
      (.generic(reason: "x"), "x"), (.io(reason: "y"), "y"), (.type(reason: "z"), "z"),
    ]
    for (error, sentence) in errors {
      #expect(error.description == sentence && error.errorDescription == sentence)
      #expect((error as any Error).localizedDescription == sentence)
    }
  }

  @Test func aClassifiersMembers() throws {
    var classifier = try TrainingClips.trained.get()
    #expect(classifier.modelParameters.maxIterations == 25)
    let metrics: MLClassifierMetrics = classifier.trainingMetrics
    #expect(metrics.isValid && metrics.error == nil && metrics.warnings.isEmpty)
    let confusion: [MLClassifierMetrics.Confusion] = metrics.confusion
    #expect(confusion.allSatisfy { $0.trueLabel == $0.predictedLabel && $0.count == 16 })
    let model = classifier.model
    classifier.model = model
    #expect(classifier.model === model)
  }
}
