import Foundation

/// Reads the Range field of RFC 9110: one range of bytes.
enum ByteRange {
  /// What a client wants of a body.
  enum Wish: Hashable {
    /// Everything: there is no field, or one that may be ignored.
    case whole

    /// These bytes.
    case part(Range<Int64>)

    /// Bytes that are not there.
    case outside
  }

  /// Reads a field.
  ///
  /// - Parameters:
  ///   - field: such as `bytes=0-499`, `bytes=500-` or `bytes=-500`.
  ///   - length: the bytes that there are.
  static func parse(_ field: String?, length: Int64) -> Wish {
    guard let field, field.lowercased().hasPrefix("bytes=") else { return .whole }
    let spec = field.dropFirst(6).trimmingCharacters(in: .whitespaces)
    // Several ranges may be answered with the whole, says the RFC; no browser's player asks so.
    guard !spec.contains(","), let dash = spec.firstIndex(of: "-") else { return .whole }
    let first = spec[..<dash].trimmingCharacters(in: .whitespaces)
    let last = spec[spec.index(after: dash)...].trimmingCharacters(in: .whitespaces)
    guard isNumber(first), isNumber(last) else { return .whole }
    switch (first.isEmpty, last.isEmpty) {
    case (true, true):
      return .whole
    case (true, false):
      let count = min(Int64(last) ?? .max, length)
      return count == 0 ? .outside : .part(length - count..<length)
    case (false, _):
      guard let start = Int64(first), start < length else { return .outside }
      let end = last.isEmpty ? length - 1 : min(Int64(last) ?? .max, length - 1)
      return end < start ? .whole : .part(start..<end + 1)
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
