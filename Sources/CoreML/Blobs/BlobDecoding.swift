internal import NeuralNet

/// From the bytes of packed numbers to numbers.
enum BlobDecoding {
  /// Floating-point numbers in single precision.
  static func floats(_ bytes: Span<UInt8>, _ element: BlobElement, count: Int) -> [Float] {
    switch element {
    case .float32:
      (0..<count).map { Float(bitPattern: UInt32(littleEndian(bytes, $0, 4))) }
    case .float16: HalfPrecision.floats(bytes.extracting(0..<2 * count))
    case .bfloat16:
      (0..<count).map { Float(bitPattern: UInt32(littleEndian(bytes, $0, 2)) << 16) }
    default: integers(bytes, element, count: count).map { Float($0) }
    }
  }

  /// Integers; numbers of less than a byte lie from the least significant bit up.
  static func integers(_ bytes: Span<UInt8>, _ element: BlobElement, count: Int) -> [Int] {
    switch element {
    case .uint8: (0..<count).map { Int(bytes[$0]) }
    case .int8: (0..<count).map { Int(Int8(bitPattern: bytes[$0])) }
    case .int16:
      (0..<count).map { Int(Int16(truncatingIfNeeded: littleEndian(bytes, $0, 2))) }
    case .uint16: (0..<count).map { Int(littleEndian(bytes, $0, 2)) }
    case .int32: (0..<count).map { Int(Int32(truncatingIfNeeded: littleEndian(bytes, $0, 4))) }
    case .uint32: (0..<count).map { Int(littleEndian(bytes, $0, 4)) }
    case .float16, .float32, .bfloat16:
      floats(bytes, element, count: count).map { Int(clampingFloat: $0) }
    case .uint1, .uint2, .uint3, .uint4, .uint6:
      packed(bytes, bitCount: element.bitCount, count: count)
    case .int4:
      packed(bytes, bitCount: 4, count: count).map { $0 >= 8 ? $0 - 16 : $0 }
    }
  }

  /// Unsigned integers of less than a byte, from the least significant bit up.
  static func packed(_ bytes: Span<UInt8>, bitCount: Int, count: Int) -> [Int] {
    let mask = UInt32(1) << UInt32(bitCount) - 1
    return (0..<count).map { index in
      let bit = index * bitCount
      let low = UInt32(bytes[bit / 8])
      let high = bit / 8 + 1 < bytes.count ? UInt32(bytes[bit / 8 + 1]) << 8 : 0
      return Int((low | high) >> UInt32(bit % 8) & mask)
    }
  }

  private static func littleEndian(_ bytes: Span<UInt8>, _ index: Int, _ width: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in (0..<width).reversed() {
      value = value << 8 | UInt64(bytes[index * width + byte])
    }
    return value
  }
}

extension Int {
  /// The integer part of a number; the nearest integer of 32 bits for one outside, 0 for none.
  init(clampingFloat number: Float) {
    self =
      number.isNaN ? 0 : Int(Swift.min(Swift.max(Double(number), -2_147_483_648), 2_147_483_647))
  }
}
