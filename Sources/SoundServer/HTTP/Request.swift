/// A whole request, as a handler sees it.
struct Request: Sendable {
  /// The line and the header fields.
  var head: RequestHead

  /// The parts of the path that the route leaves open, by name.
  var parameters: [String: String]

  /// The query.
  var query: Query

  /// A small body, or empty.
  var body: [UInt8]

  /// The file that was uploaded; nil for routes that take none.
  var upload: Upload?

  /// A part of the path that the route names.
  subscript(parameter: String) -> String { parameters[parameter] ?? "" }
}
