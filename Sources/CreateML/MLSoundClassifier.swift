public import CoreML

/// A classifier of sounds that is trained on recordings of one's own.
///
///     let classifier = try MLSoundClassifier(
///       trainingData: .labeledDirectories(at: URL(fileURLWithPath: "clips")))
///     try classifier.write(toFile: "Mine.mlmodel")
///
/// What is learned is a logistic regression on the features of the built-in classifier's network, so
/// that a few clips a label suffice. The same recordings and parameters give the same model.
public struct MLSoundClassifier: Sendable {
  /// The model, which takes windows of 0.5 to 15 seconds as log-mel frames.
  ///
  /// Another one put here predicts and evaluates in its place; `write` writes the trained one.
  public var model: MLModel

  /// The parameters of the training.
  public let modelParameters: ModelParameters

  /// What the training came to.
  let trained: TrainedClassifier

  /// Trains a classifier and returns when it is done.
  ///
  /// - Throws: `MLCreateError` for data or parameters with which nothing can be trained: less than
  ///   two labels, a label of which no recording can be read, a folder that is not there.
  public init(
    trainingData: DataSource, parameters: ModelParameters = ModelParameters()
  ) throws {
    try self.init(
      trained: SoundClassifierTraining(trainingData, parameters).train(), parameters: parameters)
  }

  /// Takes what a training came to.
  package init(trained: TrainedClassifier, parameters: ModelParameters) throws {
    self.trained = trained
    modelParameters = parameters
    model = try MLModel(
      specification: trained.specification(MLModelMetadata(author: ""), isFlexible: true),
      name: "the trained model")
  }

  /// How well the recordings that were learned from are named.
  public var trainingMetrics: MLClassifierMetrics { trained.trainingMetrics }

  /// How well the recordings that were kept for validation are named.
  public var validationMetrics: MLClassifierMetrics { trained.validationMetrics }

  /// Recordings that were left out of the training, and short ones; a sentence each. Ours.
  public var warnings: [String] { trained.warnings }

  /// How often in an hour of silence, noises, hum, clicks and rooms a label that is no background
  /// reaches a confidence. Ours.
  ///
  /// The four minutes of sound by which this is counted are made in code, and not learned from.
  public func falseAlarmsPerHour(threshold: Double = 0.5) -> Double {
    trained.falseAlarms.perHour(threshold: threshold).reduce(0) { $0 + $1.rate }
  }
}
