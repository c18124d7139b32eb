/// A place in a JSON document, written as `$.labels.speech.open`.
package struct JSONPath: Sendable, Equatable, CustomStringConvertible {
  /// The path in its usual spelling.
  package let description: String

  /// The document itself, `$`.
  package static let root = JSONPath(description: "$")

  /// The member of an object.
  package func key(_ name: String) -> JSONPath {
    let isPlain =
      name.first.map { $0.isLetter || $0 == "_" } == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return JSONPath(
      description: description + (isPlain ? ".\(name)" : "[\(JSONText.string(name))]"))
  }

  /// The element of an array, from 0.
  package func index(_ place: Int) -> JSONPath {
    JSONPath(description: "\(description)[\(place)]")
  }
}
