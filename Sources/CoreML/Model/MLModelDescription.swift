public import Foundation

/// What a model takes and gives, and what its author says about it.
public final class MLModelDescription: NSObject, Sendable {
  /// The inputs by name.
  public let inputDescriptionsByName: [String: MLFeatureDescription]

  /// The outputs by name.
  public let outputDescriptionsByName: [String: MLFeatureDescription]

  /// The name of the output with the best label or value; nil if there is none.
  public let predictedFeatureName: String?

  /// The name of the output with the probability of each label; nil if there is none.
  public let predictedProbabilitiesName: String?

  /// Whether the file allows further training.
  public let isUpdatable: Bool

  /// The inputs in the order of the file.
  let inputs: [MLFeatureDescription]

  /// The outputs in the order of the file.
  let outputs: [MLFeatureDescription]

  /// The labels of a classifier.
  let labels: ClassLabels?

  private let texts: [MLModelMetadataKey: String]

  /// The texts that the model's author added under names of their own.
  package let creatorDefinedMetadata: [String: String]

  init(
    inputs: [MLFeatureDescription], outputs: [MLFeatureDescription], predictedFeatureName: String?,
    predictedProbabilitiesName: String?, labels: ClassLabels?, isUpdatable: Bool,
    texts: [MLModelMetadataKey: String], creatorDefinedMetadata: [String: String]
  ) {
    self.inputs = inputs
    self.outputs = outputs
    inputDescriptionsByName = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
    outputDescriptionsByName = Dictionary(outputs.map { ($0.name, $0) }) { first, _ in first }
    self.predictedFeatureName = predictedFeatureName
    self.predictedProbabilitiesName = predictedProbabilitiesName
    self.labels = labels
    self.isUpdatable = isUpdatable
    self.texts = texts
    self.creatorDefinedMetadata = creatorDefinedMetadata
  }

  /// The labels of a classifier in the order of its scores: all `String` or all `Int64`.
  public var classLabels: [Any]? { labels?.values }

  /// Author, purpose, licence, version and the author's own texts.
  public var metadata: [MLModelMetadataKey: Any] {
    var metadata: [MLModelMetadataKey: Any] = texts
    metadata[.creatorDefinedKey] = creatorDefinedMetadata
    return metadata
  }

  /// The inputs and outputs in words.
  public override var description: String {
    "inputs (\(inputs.map(\.description).joined(separator: "; "))), "
      + "outputs (\(outputs.map(\.description).joined(separator: "; ")))"
  }
}
