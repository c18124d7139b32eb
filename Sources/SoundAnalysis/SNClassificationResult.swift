public import CoreMedia
public import Foundation
private import Synchronization

/// What a classifier heard in one window of sound.
public final class SNClassificationResult: NSObject, SNResult, Sendable {
  /// Every label of the classifier, the most confident first, equals in the model's label order.
  ///
  /// They are sorted when they are first asked for.
  public var classifications: [SNClassification] {
    sorted.withLock { sorted in
      if let sorted { return sorted }
      let all = ranking().map {
        SNClassification(identifier: labels[$0], confidence: Double(scores[$0]))
      }
      sorted = all
      return all
    }
  }

  /// The window in the client's own time: frames at the client's sample rate.
  ///
  /// The duration is that of the window, not of a sound in it.
  public let timeRange: CMTimeRange

  /// One confidence a label, 0 to 1, in the model's label order.
  package let scores: [Float]

  /// The model's labels.
  package let labels: [String]

  /// How the window lies in its recording; always whole where Apple's semantics hold.
  package let fit: WindowFit

  /// Whether the window stayed below the level gate, so that the model was not asked.
  package let isQuiet: Bool

  private let sorted = Mutex<[SNClassification]?>(nil)

  /// Whether the model's input was filled up with silence after the window's end.
  package var isPadded: Bool { fit == .padded }

  /// Makes a result of a model's scores; a score that is no number counts as 0.
  ///
  /// - Parameters:
  ///   - scores: one a label, in label order; brought to 0...1.
  ///   - labels: the model's labels.
  ///   - timeRange: the window, in the client's time.
  ///   - fit: how the window lies in its recording.
  ///   - isQuiet: whether the model was not asked, for the window is below the level gate.
  package init(
    scores: [Float], labels: [String], timeRange: CMTimeRange, fit: WindowFit = .whole,
    isQuiet: Bool = false
  ) {
    precondition(scores.count == labels.count, "one score a label")
    self.scores = scores.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    self.labels = labels
    self.timeRange = timeRange
    self.fit = fit
    self.isQuiet = isQuiet
  }

  /// Finds the classification of one label.
  ///
  /// - Parameter identifier: a label such as `dog_bark`.
  /// - Returns: the label's classification; nil for a label that the classifier does not know.
  public func classification(forIdentifier identifier: String) -> SNClassification? {
    classifications.first { $0.identifier == identifier }
  }
}
