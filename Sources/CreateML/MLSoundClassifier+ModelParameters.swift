public import Foundation

extension MLSoundClassifier {
  /// How a classifier is trained.
  public struct ModelParameters: Sendable {
    /// The recordings that are not learned from, but by which the training judges itself.
    public enum ValidationData: Sendable {
      /// Some of the training data.
      case split(strategy: MLSplitStrategy)

      /// Other recordings.
      case dataSource(DataSource)

      /// None: every file is learned from.
      case none
    }

    /// What a model learns to answer where nothing of note is heard. Ours.
    ///
    /// It gets a label whose name means as much - `background`, `noise`, `silence`, `other`,
    /// `ambient` and their like - or else one called `background`.
    public enum Background: Sendable, Equatable {
      /// Silence, noises of several colours and levels, hum, clicks and the tone of rooms, made in
      /// code from a seed, and features that belong to no sound; besides recordings of that label.
      case synthesized(seed: Int)

      /// Nothing but recordings of such a label, if there are any.
      case none
    }

    /// The recordings that the training judges itself by.
    public var validation: ValidationData

    /// The most steps of the optimization, 1 or more.
    public var maxIterations: Int

    /// The share of a window that the next one hears again, 0 ..< 1.
    public var overlapFactor: Double

    /// What is learned on what.
    public var algorithm: ModelAlgorithmType

    /// The length of a window, 0.5 to 15 seconds.
    public var featureExtractionTimeWindowSize: TimeInterval

    /// What is learned for the time in which nothing of note is heard. Ours.
    public var background: Background

    /// The length of a window of Core ML's own front end for sound, in seconds.
    public static let defaultVGGishFeatureExtractionTimeWindowSize: TimeInterval = 0.975

    /// Makes parameters.
    public init(
      validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 25,
      overlapFactor: Double = 0.5,
      algorithm: ModelAlgorithmType = .transferLearning(
        featureExtractor: .audioFeaturePrint(), classifier: .logisticRegressor),
      featureExtractionTimeWindowSize: TimeInterval = Self
        .defaultVGGishFeatureExtractionTimeWindowSize,
      background: Background = .synthesized(seed: 1)
    ) {
      self.validation = validation
      self.maxIterations = maxIterations
      self.overlapFactor = overlapFactor
      self.algorithm = algorithm
      self.featureExtractionTimeWindowSize = featureExtractionTimeWindowSize
      self.background = background
    }

    /// Refuses parameters with which nothing can be trained.
    func check() throws(MLCreateError) {
      func refuse(_ name: String, _ found: Any, _ expected: String) throws(MLCreateError) {
        throw .generic(reason: "\(name): found \(found), expected \(expected)")
      }
      if maxIterations < 1 { try refuse("maxIterations", maxIterations, "1 or more") }
      if !(0..<1).contains(overlapFactor) {
        try refuse("overlapFactor", overlapFactor, "0 to less than 1")
      }
      if !(0.5...15).contains(featureExtractionTimeWindowSize) {
        try refuse(
          "featureExtractionTimeWindowSize", featureExtractionTimeWindowSize, "0.5 to 15 seconds")
      }
      if case .split(.fixed(let ratio, _)) = validation, !(0..<1).contains(ratio) {
        try refuse("the ratio of the split", ratio, "0 to less than 1")
      }
      if case .transferLearning(_, .multilayerPerceptron) = algorithm {
        try refuse(
          "the classifier", "a multilayer perceptron",
          "a logistic regressor, the one kind that is trained here")
      }
    }
  }
}
