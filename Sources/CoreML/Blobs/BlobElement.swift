/// What the numbers of a blob are, by the codes of the file.
enum BlobElement: UInt32 {
  case float16 = 1
  case float32 = 2
  case uint8 = 3
  case int8 = 4
  case bfloat16 = 5
  case int16 = 6
  case uint16 = 7
  case int4 = 8
  case uint1 = 9
  case uint2 = 10
  case uint4 = 11
  case uint3 = 12
  case uint6 = 13
  case int32 = 14
  case uint32 = 15

  var bitCount: Int {
    switch self {
    case .uint1: 1
    case .uint2: 2
    case .uint3: 3
    case .int4, .uint4: 4
    case .uint6: 6
    case .uint8, .int8: 8
    case .float16, .bfloat16, .int16, .uint16: 16
    case .float32, .int32, .uint32: 32
    }
  }

  /// The bytes that so many numbers take, packed without gaps.
  func byteCount(of count: Int) -> Int { (count * bitCount + 7) / 8 }
}
