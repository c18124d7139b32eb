internal import Foundation

/// Says why a picture could not be drawn.
struct DrawingError: Error, Equatable, CustomStringConvertible {
  /// The cause in words.
  let description: String
}

extension DrawingError: LocalizedError {
  var errorDescription: String? { description }
}
