private import Glibc

/// Words for bytes that are not audio.
enum Content {
  /// Says what the first bytes of a file look like, for a message.
  static func summary(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "no bytes" }
    if bytes.allSatisfy({ $0 == 0 }) { return "only zeros" }
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x07...0x0D).contains($0) }
    if isText { return "text" }
    let digits = bytes.prefix(4).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "bytes that begin with \(digits.joined(separator: " "))"
  }
}

/// Words for the system's error numbers.
enum SystemError {
  /// The system's own text for an error number.
  static func text(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }

  /// The system's error number in a code of FFmpeg's; that of input and output where it is none.
  static func number(ofFFmpeg code: Int32) -> Int32 { (-4095 ... -1).contains(code) ? -code : EIO }
}
