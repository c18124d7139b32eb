/// Turns the bytes of a text file into text when nobody says which encoding it has.
enum TextDecoding {
  /// The text: by its byte order mark, else UTF-16 if every other byte is 0, else UTF-8, else Latin-1,
  /// which is a guess.
  ///
  /// Latin-1 is read as Windows-1252, as browsers do: the bytes between are quotation marks and
  /// dashes there, control characters in Latin-1. Bytes that are not text become U+FFFD.
  static func text(_ bytes: [UInt8]) -> (text: String, isGuess: Bool) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return (String(decoding: bytes.dropFirst(3), as: UTF8.self), false)
    }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return (utf16(bytes.dropFirst(2), isLittleEndian: true), false)
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return (utf16(bytes.dropFirst(2), isLittleEndian: false), false)
    }
    if let isLittleEndian = looksLikeUTF16(bytes) {
      return (utf16(bytes[...], isLittleEndian: isLittleEndian), false)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    return (windows1252(bytes), true)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      let first = UInt16(bytes[place])
      let second = UInt16(bytes[place + 1])
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
      place += 2
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Whether the first characters are ASCII in two bytes each, and in which order; nil if not.
  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool? {
    let start = bytes.prefix(8)
    guard start.count >= 4, start.count.isMultiple(of: 2) else { return nil }
    let even = stride(from: 0, to: start.count, by: 2).map { start[$0] }
    let odd = stride(from: 1, to: start.count, by: 2).map { start[$0] }
    if odd.allSatisfy({ $0 == 0 }), !even.contains(0) { return true }
    if even.allSatisfy({ $0 == 0 }), !odd.contains(0) { return false }
    return nil
  }

  private static func windows1252(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let isSpecial = (0x80...0x9F).contains(byte)
      let value = isSpecial ? special[Int(byte) - 0x80] : UInt16(byte)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }

  /// Windows-1252 from 0x80 to 0x9F; the five bytes without a character stay as they are.
  private static let special: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
