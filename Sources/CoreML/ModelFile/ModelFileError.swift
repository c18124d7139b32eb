/// A model file that cannot be used: where in it, what was found, what was expected.
package struct ModelFileError: Error, Equatable, CustomStringConvertible {
  /// The kind of trouble, which decides the code of the `MLModelError`.
  package enum Kind: Sendable {
    /// The file cannot be read, or is broken or cut off.
    case unreadable
    /// The file can be read, but what it says contradicts itself.
    case invalid
    /// The file asks for something that this package does not have.
    case unsupported
    /// The file needs a layer that only its author's program has.
    case customLayer
    /// The file needs a model that only its author's program has.
    case customModel
  }

  package var kind: Kind
  /// From the file over stages to the layer, outermost first.
  package var places: [String]
  package var found: String
  package var expected: String

  package init(_ kind: Kind, at place: String? = nil, found: String, expected: String) {
    self.kind = kind
    places = place.map { [$0] } ?? []
    self.found = found
    self.expected = expected
  }

  /// The same error, inside a larger part of the file.
  func within(_ place: String) -> ModelFileError {
    var error = self
    error.places.insert(place, at: 0)
    return error
  }

  package var description: String {
    let sentence = "found \(found), expected \(expected)"
    return places.isEmpty ? sentence : "\(places.joined(separator: ", ")): \(sentence)"
  }
}
