import Foundation

/// Says why the server cannot run.
package struct ServerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: what failed, what was found, what was expected.
  package let description: String

  package var errorDescription: String? { description }

  package init(_ description: String) {
    self.description = description
  }
}
