public import CoreMedia
public import Foundation

/// What a classifier heard in one window of sound.
public final class SNClassificationResult: NSObject, SNResult, Sendable {
  /// Every label of the classifier, the most confident first, equals in the model's label order.
  public let classifications: [SNClassification]

  /// The window in the client's own time: frames at the client's sample rate.
  ///
  /// The duration is that of the window, not of a sound in it.
  public let timeRange: CMTimeRange

  /// One confidence a label, 0 to 1, in the model's label order.
  package let scores: [Float]

  /// How the window lies in its recording; always whole where Apple's semantics hold.
  package let fit: WindowFit

  /// Whether the model's input was filled up with silence after the window's end.
  package var isPadded: Bool { fit == .padded }

  init(
    classifications: [SNClassification], scores: [Float], timeRange: CMTimeRange, fit: WindowFit
  ) {
    self.classifications = classifications
    self.scores = scores
    self.timeRange = timeRange
    self.fit = fit
  }

  /// Finds the classification of one label.
  ///
  /// - Parameter identifier: a label such as `dog_bark`.
  /// - Returns: the label's classification; nil for a label that the classifier does not know.
  public func classification(forIdentifier identifier: String) -> SNClassification? {
    classifications.first { $0.identifier == identifier }
  }
}
