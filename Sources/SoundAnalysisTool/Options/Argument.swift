private import Foundation
private import SoundAnalysis

/// One argument of the command line, byte for byte; a file name need not be text.
struct Argument: Hashable, Sendable {
  /// The bytes, without a zero among them.
  let bytes: [UInt8]

  /// Makes an argument of some text.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// Makes an argument of bytes.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes an argument of a C string.
  @unsafe init(cString: UnsafePointer<CChar>) {
    bytes = unsafe Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The argument as text, with U+FFFD for bytes that are no UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the bytes are UTF-8.
  var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The bytes with the zero that ends them, as the system's calls want a path.
  var path: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The argument as text that stays on one line and cannot steer a terminal.
  var displayText: String { VisibleText.text(bytes: bytes) }

  /// The arguments that this process was started with, without the name of the program.
  static var ofThisProcess: [Argument] {
    let pointers = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe pointers.dropFirst().compactMap { pointer in
      unsafe pointer.map { unsafe Argument(cString: $0) }
    }
  }
}
