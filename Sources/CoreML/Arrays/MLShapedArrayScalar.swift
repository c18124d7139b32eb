/// A number that an array of a model can hold.
public protocol MLShapedArrayScalar: Equatable, Sendable {
  /// The data type of a multi-array of such numbers.
  static var multiArrayDataType: MLMultiArrayDataType { get }

  /// The number nearest to a double-precision number.
  init(nearestTo number: Double)

  /// The number in double precision.
  var doublePrecision: Double { get }
}

extension MLShapedArrayScalar where Self: BinaryFloatingPoint {
  /// The number nearest to a double-precision number.
  public init(nearestTo number: Double) { self.init(number) }

  /// The number in double precision.
  public var doublePrecision: Double { Double(self) }
}

extension MLShapedArrayScalar where Self: FixedWidthInteger {
  /// The integer nearest to a number, the last in that direction if it is too large, 0 for NaN.
  public init(nearestTo number: Double) {
    self = number.isNaN ? 0 : Self(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }

  /// The integer in double precision.
  public var doublePrecision: Double { Double(self) }
}

extension Double: MLShapedArrayScalar {
  /// Double precision.
  public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
  /// Single precision.
  public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
  /// Half precision.
  public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
  /// Integers of 32 bits.
  public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}

extension Int8: MLShapedArrayScalar {
  /// Integers of 8 bits.
  public static var multiArrayDataType: MLMultiArrayDataType { .int8 }
}
