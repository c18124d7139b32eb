/// The element types of a multi-array, by the numbers that model files use.
public enum MLMultiArrayDataType: Int, Sendable {
  /// Half precision, 16 bits.
  case float16 = 65552
  /// Single precision, 32 bits.
  case float32 = 65568
  /// Double precision, 64 bits.
  case double = 65600
  /// Signed integers of 8 bits.
  case int8 = 131080
  /// Signed integers of 32 bits.
  case int32 = 131104

  /// Another name of `double`.
  public static var float64: MLMultiArrayDataType { .double }

  /// Another name of `float32`.
  public static var float: MLMultiArrayDataType { .float32 }

  /// The size of one element, in bytes.
  var byteCount: Int {
    switch self {
    case .double: 8
    case .float32, .int32: 4
    case .float16: 2
    case .int8: 1
    }
  }
}
