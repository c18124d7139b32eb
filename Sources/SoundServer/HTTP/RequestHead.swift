import Foundation

/// What a client asks, before its body has come.
struct RequestHead: Sendable {
  /// The method in capitals.
  var method: String

  /// The path as it was sent, still percent-encoded, without the query.
  var path: String

  /// The query as it was sent, without its question mark.
  var query: String

  /// The header fields, names in lower case; fields sent twice are joined by a comma.
  var headers: [String: String]

  /// The client's numeric address.
  var peer: String

  /// The path's parts, decoded; nil where one of them is no UTF-8.
  var segments: [String]? {
    var parts: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      guard let decoded = part.removingPercentEncoding, !decoded.contains("\0") else { return nil }
      parts.append(decoded)
    }
    return parts
  }

  /// The announced length of the body in bytes; nil where it is chunked or absent.
  var contentLength: Int64? {
    headers["content-length"].flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }
  }

  /// Whether a body follows.
  var hasBody: Bool {
    (contentLength ?? 0) > 0 || headers["transfer-encoding"] != nil
  }

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name {
        return parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }
}
