internal import CoreML

/// An input or output as a property of a generated class.
struct WrapperFeature {
  /// The name in the model.
  let name: String
  /// The name of the property.
  let property: String
  let type: MLFeatureType
  /// The scalar of shaped arrays, for an array.
  let scalar: String?
  /// The type of a dictionary's keys.
  private let keyType: String

  /// The features that can be properties, in the order of their names.
  ///
  /// - Parameter taken: names that no property may have.
  static func all(
    _ descriptions: some Collection<MLFeatureDescription>, taken: Set<String>
  ) -> [WrapperFeature] {
    let usable = descriptions.sorted { $0.name < $1.name }
      .filter { WrapperFeature($0, property: "").swiftType != nil }
    return zip(usable, SwiftName.properties(usable.map(\.name), taken: taken)).map {
      WrapperFeature($0, property: $1)
    }
  }

  private init(_ description: MLFeatureDescription, property: String) {
    name = description.name
    self.property = property
    type = description.type
    keyType = description.dictionaryConstraint?.keyType == .int64 ? "Int64" : "String"
    switch description.multiArrayConstraint?.dataType {
    case .double: scalar = "Double"
    case .float32: scalar = "Float"
    case .float16: scalar = "Float16"
    case .int32: scalar = "Int32"
    case .int8: scalar = "Int8"
    case nil: scalar = nil
    @unknown default: scalar = nil
    }
  }

  var literal: String { SwiftName.literal(name) }

  /// The property's type; nil for kinds that no property stands for.
  var swiftType: String? {
    switch type {
    case .int64: "Int64"
    case .double: "Double"
    case .string: "String"
    case .multiArray: "MLMultiArray"
    case .dictionary: "[\(keyType): Double]"
    default: nil
    }
  }

  /// The property as a feature value; `value` is the expression for it.
  func featureValue(_ value: String) -> String {
    switch type {
    case .int64: "MLFeatureValue(int64: \(value))"
    case .double: "MLFeatureValue(double: \(value))"
    case .string: "MLFeatureValue(string: \(value))"
    case .multiArray: "MLFeatureValue(multiArray: \(value))"
    default:
      "try! MLFeatureValue(dictionary: Dictionary(uniqueKeysWithValues: "
        + "\(value).map { ($0.key as AnyHashable, NSNumber(value: $0.value)) }))"
    }
  }

  /// The property from a provider of features.
  func reading(_ provider: String) -> String {
    let value = "\(provider).featureValue(for: \(literal))!"
    switch type {
    case .int64: return "\(value).int64Value"
    case .double: return "\(value).doubleValue"
    case .string: return "\(value).stringValue"
    case .multiArray: return "\(value).multiArrayValue!"
    default: return "\(value).dictionaryValue as! \(swiftType ?? "[String: Double]")"
    }
  }
}
