/// What is wrong with a profile, and where.
package struct EventProfileError: Error, Equatable, CustomStringConvertible {
  /// The place in the profile.
  package let path: JSONPath
  /// What was found there and what was expected.
  package let message: String

  init(_ path: JSONPath, _ message: String) {
    self.path = path
    self.message = message
  }

  /// Place and message as one sentence, for a person.
  package var description: String { "\(path): \(message)" }

  /// A label that the model does not have, with the nearest ones that it has.
  static func unknownLabel(_ name: String, known: [String], at path: JSONPath) -> EventProfileError
  {
    let near = known.nearest(to: name, count: 3)
    let hint = near.isEmpty ? "" : "; near to it: \(near.map { "'\($0)'" }.joined(separator: ", "))"
    return EventProfileError(path, "the model has no label '\(name)'\(hint)")
  }

  /// A key that a profile does not have, with the ones that are allowed there.
  static func unknownKey(_ name: String, allowed: [String], at path: JSONPath) -> EventProfileError
  {
    EventProfileError(
      path.key(name), "unknown key; expected one of \(allowed.joined(separator: ", "))")
  }
}
