/// Writes the bytes of a message, field by field, so that a test can say anything it likes.
package struct Wire {
  package private(set) var bytes: [UInt8] = []

  /// Puts messages together.
  package static func message(_ fields: Wire...) -> Wire {
    Wire(bytes: fields.flatMap(\.bytes))
  }

  package static func integer(_ number: Int, _ value: Int) -> Wire {
    Wire(bytes: varint(number << 3) + varint(value))
  }

  package static func text(_ number: Int, _ text: String) -> Wire {
    bytes(number, Array(text.utf8))
  }

  package static func message(_ number: Int, _ fields: Wire...) -> Wire {
    bytes(number, fields.flatMap(\.bytes))
  }

  package static func integers(_ number: Int, _ values: [Int]) -> Wire {
    bytes(number, values.flatMap(varint))
  }

  package static func floats(_ number: Int, _ values: [Float]) -> Wire {
    bytes(number, values.flatMap { littleEndian($0.bitPattern) })
  }

  package static func doubles(_ number: Int, _ values: [Double]) -> Wire {
    bytes(number, values.flatMap { littleEndian($0.bitPattern) })
  }

  package static func bytes(_ number: Int, _ bytes: [UInt8]) -> Wire {
    Wire(bytes: varint(number << 3 | 2) + varint(bytes.count) + bytes)
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var rest = UInt64(bitPattern: Int64(value))
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  private static func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (0..<Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Integer($0 * 8)) }
  }
}
