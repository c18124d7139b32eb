public import Foundation

/// What a model expects of a dictionary: the type of its keys.
public final class MLDictionaryConstraint: NSObject, Sendable {
  /// The type of the keys: texts or integers.
  public let keyType: MLFeatureType

  init(keyType: MLFeatureType) {
    self.keyType = keyType
  }
}
