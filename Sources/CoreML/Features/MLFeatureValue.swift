public import Foundation

/// A value that a model takes or gives: a number, a text, an array or a dictionary of numbers.
public final class MLFeatureValue: NSObject {
  private enum Content {
    case undefined(MLFeatureType)
    case int64(Int64)
    case double(Double)
    case string(String)
    case multiArray(MLMultiArray)
    case dictionary([AnyHashable: NSNumber])
  }

  private let content: Content

  /// Creates an integer value.
  public init(int64 value: Int64) {
    content = .int64(value)
  }

  /// Creates a number value.
  public init(double value: Double) {
    content = .double(value)
  }

  /// Creates a text value.
  public init(string value: String) {
    content = .string(value)
  }

  /// Creates an array value; the array is not copied.
  public init(multiArray value: MLMultiArray) {
    content = .multiArray(value)
  }

  /// Creates an array value from a shaped array.
  public convenience init<Scalar>(shapedArray value: MLShapedArray<Scalar>) {
    self.init(multiArray: MLMultiArray(value))
  }

  /// Creates a dictionary value.
  ///
  /// - Throws: `MLModelError.featureType` unless all keys are texts or all are integers.
  public init(dictionary value: [AnyHashable: NSNumber]) throws {
    let keys = value.keys.map(\.base)
    guard keys.allSatisfy({ $0 is String }) || keys.allSatisfy({ Self.integer($0) != nil }) else {
      throw MLModelError(
        .featureType,
        "a dictionary feature: found keys of other types, expected all texts or all integers")
    }
    content = .dictionary(value)
  }

  /// Creates a missing value of a type.
  public init(undefined type: MLFeatureType) {
    content = .undefined(type)
  }

  /// Creates the dictionary of a classifier, whose keys are of one type by construction.
  init(probabilities: [AnyHashable: NSNumber]) {
    content = .dictionary(probabilities)
  }

  /// The kind of the value.
  public var type: MLFeatureType {
    switch content {
    case .undefined(let type): type
    case .int64: .int64
    case .double: .double
    case .string: .string
    case .multiArray: .multiArray
    case .dictionary: .dictionary
    }
  }

  /// Whether the value is missing.
  public var isUndefined: Bool {
    if case .undefined = content { true } else { false }
  }

  /// The integer; 0 for another type.
  public var int64Value: Int64 {
    if case .int64(let value) = content { value } else { 0 }
  }

  /// The number; 0 for another type.
  public var doubleValue: Double {
    if case .double(let value) = content { value } else { 0 }
  }

  /// The text; empty for another type.
  public var stringValue: String {
    if case .string(let value) = content { value } else { "" }
  }

  /// The array; nil for another type.
  public var multiArrayValue: MLMultiArray? {
    if case .multiArray(let value) = content { value } else { nil }
  }

  /// The dictionary; empty for another type.
  public var dictionaryValue: [AnyHashable: NSNumber] {
    if case .dictionary(let value) = content { value } else { [:] }
  }

  /// The array as a shaped array; nil for another type of value or of elements.
  public func shapedArrayValue<Scalar>(of type: Scalar.Type) -> MLShapedArray<Scalar>? {
    guard let array = multiArrayValue, array.dataType == type.multiArrayDataType else {
      return nil
    }
    return MLShapedArray(array)
  }

  /// Whether the other value is of the same type and equal.
  public func isEqual(to value: MLFeatureValue) -> Bool {
    switch (content, value.content) {
    case (.undefined(let left), .undefined(let right)): left == right
    case (.int64(let left), .int64(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.multiArray(let left), .multiArray(let right)): left.isEqual(right)
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? MLFeatureValue).map(isEqual(to:)) ?? false
  }

  public override var hash: Int {
    switch content {
    case .undefined(let type): type.hashValue
    case .int64(let value): value.hashValue
    case .double(let value): value.hashValue
    case .string(let value): value.hashValue
    case .multiArray(let value): value.hash
    case .dictionary(let value): value.hashValue
    }
  }

  /// The type and the value.
  public override var description: String {
    switch content {
    case .undefined(let type): "\(type): undefined"
    case .int64(let value): "\(type): \(value)"
    case .double(let value): "\(type): \(value)"
    case .string(let value): "\(type): \(value)"
    case .multiArray(let value): "\(type): \(value)"
    case .dictionary(let value): "\(type): \(value)"
    }
  }

  private static func integer(_ value: Any) -> Int64? {
    switch value {
    case let value as Int: Int64(value)
    case let value as Int64: value
    case let value as Int32: Int64(value)
    case let value as NSNumber: value.int64Value
    default: nil
    }
  }
}
