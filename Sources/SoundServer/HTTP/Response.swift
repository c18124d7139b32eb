import Foundation

/// What the server answers.
struct Response: Sendable {
  /// The bytes after the header fields.
  enum Body: Sendable {
    /// All of them, at hand.
    case bytes(Data)

    /// A stream of a known or unknown number of bytes.
    case stream(any BodyStream, length: Int64?)
  }

  /// The status code.
  var status: Int

  /// The header fields, in the order in which they are sent.
  var headers: [(name: String, value: String)]

  /// The body.
  var body: Body

  /// What is to be done where the client goes before the answer has reached it.
  var undo: (@Sendable () -> Void)?

  /// An answer of bytes.
  init(status: Int = 200, type: String, _ data: Data, headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    body = .bytes(data)
  }

  /// An answer without a body.
  init(status: Int, headers: [(String, String)] = []) {
    self.status = status
    self.headers = headers
    body = .bytes(Data())
  }

  /// An answer whose bytes are made while they are sent.
  init(
    status: Int = 200, type: String, stream: any BodyStream, length: Int64? = nil,
    headers: [(String, String)] = []
  ) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    body = .stream(stream, length: length)
  }

  /// A value as JSON.
  static func json(
    status: Int = 200, _ value: some Encodable, headers: [(String, String)] = []
  ) throws -> Response {
    Response(
      status: status, type: "application/json", try JSON.encode(value),
      headers: headers + [("Cache-Control", "no-store")])
  }
}

/// The one way in which the server writes JSON: keys in order, slashes as they are.
enum JSON {
  /// Encodes a value.
  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
