import CoreML
import Foundation
import SoundAnalysis

/// What a training comes to.
package struct TrainedClassifier: Sendable {
  /// The labels, in the order of their bytes.
  package let labels: [String]

  /// How many recordings of each label were learned from, and how many validated.
  package let fileCounts: [String: (training: Int, validation: Int)]

  /// Recordings that were left out, and short ones; a sentence each.
  package let warnings: [String]

  /// Whether recordings were left out.
  package let hasLeftOut: Bool

  /// The penalty on the squares of the weights.
  package let penalty: Double

  /// Whether the steps sufficed.
  package let hasConverged: Bool

  /// How the classifier answers to silence, noises, hum, clicks and rooms that it did not learn from.
  package let falseAlarms: FalseAlarms

  let network: TransferNetwork
  let head: ClassifierHead
  let windowDuration: Double
  let trainingMetrics: MLClassifierMetrics
  let validationMetrics: MLClassifierMetrics

  /// The one window that Core ML's own front end for sound takes, in seconds.
  private static let fixedWindow = 0.975

  /// The model's file.
  ///
  /// - Parameter isFlexible: whether the model takes log-mel frames, and with them windows of other
  ///   lengths, though its own window is that of Core ML's front end.
  func specification(_ metadata: MLModelMetadata, isFlexible: Bool) throws -> [UInt8] {
    var entries = metadata.additional ?? [:]
    entries["sampleRate"] = "16000"
    entries["windowDuration"] = "\(windowDuration)"
    entries["com.apple.coreml.model.preview.type"] = "soundClassifier"
    entries["network"] =
      "The features of SoundClassifierVersion1 \(network.credits.version) by "
      + network.credits.author
    entries["networkLicense"] = network.credits.license
    entries["backgroundLabel"] = BackgroundLabel.first(among: labels)
    return try network.classifier(
      TransferHead(
        labels: labels, weights: head.weights, biases: head.biases,
        frameCount: FeatureEar.frameCount(seconds: windowDuration),
        hearsSamples: !isFlexible && windowDuration == Self.fixedWindow,
        summary: metadata.shortDescription, version: metadata.version, author: metadata.author,
        license: metadata.license ?? network.credits.license,
        entries: entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { (key: $0.key, value: $0.value) }))
  }
}
