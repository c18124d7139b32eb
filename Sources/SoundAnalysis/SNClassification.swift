public import Foundation

/// One label and how sure the classifier is that it is heard.
public final class SNClassification: NSObject, Sendable {
  /// The label, such as `dog_bark`.
  public let identifier: String

  /// The confidence, 0 (not heard) to 1 (certain).
  public let confidence: Double

  package init(identifier: String, confidence: Double) {
    self.identifier = identifier
    self.confidence = confidence
  }

  /// The label and its confidence, for debugging.
  public override var description: String {
    "\(identifier) \(confidence)"
  }
}
