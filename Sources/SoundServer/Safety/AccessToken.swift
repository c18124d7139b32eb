/// The secret that lets clients in.
struct AccessToken: Sendable {
  /// The cookie that holds it.
  static let cookieName = "soundanalysis_token"

  private let bytes: [UInt8]

  /// Makes a token of a text.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Compares in a time that says nothing about where the texts differ.
  func matches(_ text: String) -> Bool {
    let other = Array(text.utf8)
    var difference = UInt8(bytes.count == other.count ? 0 : 1)
    for index in bytes.indices {
      difference |= bytes[index] ^ (other.isEmpty ? 0xFF : other[index % other.count])
    }
    return difference == 0
  }

  /// Whether a request shows it: as a bearer token, or in the cookie.
  func isShown(by head: RequestHead) -> Bool {
    if let field = head.headers["authorization"] {
      let parts = field.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer" && matches(String(parts[1]))
    }
    return head.cookie(Self.cookieName).map(matches) ?? false
  }

  /// The header field that has a browser keep it.
  func cookie(_ text: String) -> String {
    "\(Self.cookieName)=\(text); Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
  }
}
