public import Foundation

/// A set of named values kept in a dictionary.
public final class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider {
  /// The values by name.
  public let dictionary: [String: MLFeatureValue]

  /// Creates a provider from values or from what values are made of.
  ///
  /// - Parameter dictionary: an `MLFeatureValue`, `MLMultiArray`, text, number or dictionary of
  ///   numbers for each name.
  /// - Throws: `MLModelError.featureType` if one is of another type.
  public init(dictionary: [String: Any]) throws {
    var values: [String: MLFeatureValue] = [:]
    for (name, value) in dictionary {
      values[name] = try Self.featureValue(of: value, named: name)
    }
    self.dictionary = values
  }

  init(values: [String: MLFeatureValue]) {
    dictionary = values
  }

  /// The names of the values.
  public var featureNames: Set<String> { Set(dictionary.keys) }

  /// The value with a name, or nil if there is none.
  public func featureValue(for featureName: String) -> MLFeatureValue? {
    dictionary[featureName]
  }

  /// The value with a name, or nil if there is none.
  public subscript(featureName: String) -> MLFeatureValue? {
    dictionary[featureName]
  }

  private static func featureValue(of value: Any, named name: String) throws -> MLFeatureValue {
    switch value {
    case let value as MLFeatureValue: return value
    case let value as MLMultiArray: return MLFeatureValue(multiArray: value)
    case let value as String: return MLFeatureValue(string: value)
    case let value as Double: return MLFeatureValue(double: value)
    case let value as Float: return MLFeatureValue(double: Double(value))
    case let value as Int: return MLFeatureValue(int64: Int64(value))
    case let value as Int64: return MLFeatureValue(int64: value)
    case let value as Int32: return MLFeatureValue(int64: Int64(value))
    case let value as [String: Double]:
      return try MLFeatureValue(dictionary: value.mapValues { NSNumber(value: $0) })
    case let value as [AnyHashable: NSNumber]: return try MLFeatureValue(dictionary: value)
    case let value as NSNumber: return MLFeatureValue(double: value.doubleValue)
    default:
      throw MLModelError(
        .featureType,
        "feature '\(name)': found a \(Swift.type(of: value)), expected an MLFeatureValue, "
          + "MLMultiArray, String, number or dictionary of numbers")
    }
  }
}
