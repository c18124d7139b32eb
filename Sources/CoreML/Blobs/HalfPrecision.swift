/// Numbers of half precision, in single precision.
enum HalfPrecision {
  /// The numbers that bytes hold, two each, the less significant one first.
  ///
  /// Integers alone do it, for the language's own conversion calls a function for every number.
  static func floats(_ bytes: Span<UInt8>) -> [Float] {
    let count = bytes.count / 2
    var floats = [Float](repeating: 0, count: count)
    var target = floats.mutableSpan
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      for index in 0..<count {
        let half = unsafe start.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
        unsafe target[unchecked: index] = float(UInt16(littleEndian: half))
      }
    }
    return floats
  }

  /// The number of 16 bits: sign, exponent of 5 bits with a bias of 15, 10 bits of fraction.
  @inline(__always)
  static func float(_ half: UInt16) -> Float {
    // As a float of the same bits it is 2^112 too small, subnormal ones included.
    let size = Float(bitPattern: UInt32(half & 0x7fff) << 13) * 0x1p112
    let isFinite = half & 0x7c00 != 0x7c00
    let exponent: UInt32 = isFinite ? 0 : 0x7f80_0000
    return Float(bitPattern: size.bitPattern | exponent | UInt32(half & 0x8000) << 16)
  }
}
