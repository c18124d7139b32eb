import Foundation
import Synchronization

/// An uploaded file; it vanishes with the last reference unless it is moved away.
final class Upload: Sendable {
  /// Where the bytes are.
  let url: URL

  /// Their number.
  let byteCount: Int64

  /// The name that the client gave, for display only; it never becomes a path.
  let name: String

  /// The other fields of the form.
  let fields: [String: String]

  init(url: URL, byteCount: Int64, name: String, fields: [String: String]) {
    self.url = url
    self.byteCount = byteCount
    self.name = name
    self.fields = fields
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Moves the file; the caller owns it from now on.
  func move(to destination: URL) throws {
    try FileManager.default.moveItem(at: url, to: destination)
  }

  /// A name fit for display: the last part of a path, without control characters, at most 255 bytes.
  static func displayName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let clean = last.unicodeScalars.filter {
      // Controls, and the marks that turn the direction of text around.
      $0.properties.generalCategory != .control && !(0x202A...0x202E).contains($0.value)
        && !(0x2066...0x2069).contains($0.value)
    }
    var text = ""
    for character in String(String.UnicodeScalarView(clean)) {
      guard text.utf8.count + String(character).utf8.count <= 255 else { break }
      text.append(character)
    }
    return text.trimmingCharacters(in: .whitespaces)
  }
}
