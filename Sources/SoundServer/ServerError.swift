/// Says why the server cannot run.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: what failed, what was found, what was expected.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
