/// What the elements of a value in an ML Program are, by the codes of the file.
enum ElementType: Int, Sendable {
  case boolean = 1
  case text = 2
  case float16 = 10
  case float32 = 11
  case float64 = 12
  case int8 = 21
  case int16 = 22
  case int32 = 23
  case int64 = 24
  case int4 = 25
  case uint8 = 31
  case uint16 = 32
  case uint32 = 33
  case uint64 = 34
  case uint4 = 35
  case uint2 = 36
  case uint1 = 37
  case uint6 = 38
  case uint3 = 39

  /// How elements are computed with.
  enum Kind {
    case boolean, text, float, integer
  }

  var kind: Kind {
    switch self {
    case .boolean: .boolean
    case .text: .text
    case .float16, .float32, .float64: .float
    default: .integer
    }
  }

  /// The type that a cast names.
  init?(castName name: String) {
    switch name {
    case "fp16": self = .float16
    case "fp32": self = .float32
    case "fp64": self = .float64
    case "bool": self = .boolean
    case "int8": self = .int8
    case "int16": self = .int16
    case "int32": self = .int32
    case "int64": self = .int64
    case "uint8": self = .uint8
    case "uint16": self = .uint16
    case "uint32": self = .uint32
    default: return nil
    }
  }

  /// How an immediate value of bytes holds the elements; nil if it never does.
  var blobElement: BlobElement? {
    switch self {
    case .float16: .float16
    case .float32: .float32
    case .int8: .int8
    case .int16: .int16
    case .int32: .int32
    case .int4: .int4
    case .uint8, .boolean: .uint8
    case .uint16: .uint16
    case .uint32: .uint32
    case .uint4: .uint4
    case .uint2: .uint2
    case .uint1: .uint1
    case .uint6: .uint6
    case .uint3: .uint3
    case .float64, .int64, .uint64, .text: nil
    }
  }
}
