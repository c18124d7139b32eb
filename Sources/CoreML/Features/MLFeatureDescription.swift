public import Foundation

/// One input or output of a model: its name, type and limits.
public final class MLFeatureDescription: NSObject, Sendable {
  /// The name by which values are given and got.
  public let name: String

  /// The kind of the value.
  public let type: MLFeatureType

  /// Whether the value may be left out.
  public let isOptional: Bool

  /// What the model's author says about the value.
  let shortDescription: String

  /// Element type and shapes, for an array.
  public let multiArrayConstraint: MLMultiArrayConstraint?

  /// Type of the keys, for a dictionary.
  public let dictionaryConstraint: MLDictionaryConstraint?

  /// The number that fills an optional array which the caller leaves out.
  let defaultValue: Double?

  init(
    name: String, type: MLFeatureType, isOptional: Bool = false, shortDescription: String = "",
    multiArrayConstraint: MLMultiArrayConstraint? = nil,
    dictionaryConstraint: MLDictionaryConstraint? = nil, defaultValue: Double? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.shortDescription = shortDescription
    self.multiArrayConstraint = multiArrayConstraint
    self.dictionaryConstraint = dictionaryConstraint
    self.defaultValue = defaultValue
  }

  /// Whether a value is of the type and within the limits described.
  public func isAllowedValue(_ value: MLFeatureValue) -> Bool {
    if value.isUndefined { return isOptional }
    guard value.type == type else { return false }
    if let array = value.multiArrayValue, let multiArrayConstraint {
      return multiArrayConstraint.shapeConstraint.rule.allows(array.layout.lengths)
    }
    return true
  }

  /// The name, the type and the limits.
  public override var description: String {
    "\(name): \(multiArrayConstraint?.description ?? "\(type)")\(isOptional ? ", optional" : "")"
  }
}
