/// Bytes in hexadecimal digits.
enum FixedHex {
  /// Two digits.
  static func text(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
