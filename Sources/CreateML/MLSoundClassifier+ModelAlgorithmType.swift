extension MLSoundClassifier {
  /// What is learned on what.
  public enum ModelAlgorithmType: Sendable, Equatable {
    /// A classifier on the features that a network, trained before on other sounds, gives.
    case transferLearning(featureExtractor: FeatureExtractorType, classifier: ClassifierType)
  }

  /// The network that gives the features.
  ///
  /// Apple's two are not available here: either name stands for that of the built-in classifier.
  public enum FeatureExtractorType: Sendable, Equatable {
    /// Apple's newer extractor, by its kind and revision.
    case audioFeaturePrint(type: FeaturePrintType = .sound, revision: Int = 1)

    /// Apple's older extractor, by its revision.
    case vggish(revision: Int = 1)
  }

  /// What features describe.
  public enum FeaturePrintType: Sendable, Equatable {
    /// Sounds of any kind.
    case sound
  }

  /// What is learned on the features.
  public enum ClassifierType: Sendable, Equatable {
    /// Multinomial logistic regression.
    case logisticRegressor

    /// A network with hidden layers; cannot be trained here, and is refused with an error.
    case multilayerPerceptron(layerSizes: [Int])
  }
}
