import Foundation

/// A body that is made while it is sent; one thread at a time asks it for the next step.
protocol BodyStream: AnyObject, Sendable {
  /// Makes the next piece; an error cuts the connection, so that the client knows.
  func next() throws -> BodyStep

  /// Called once, when the last piece is sent or the client has gone.
  func close()
}

/// What a stream does next.
enum BodyStep: Sendable {
  /// These bytes follow.
  case bytes(Data)

  /// Nothing yet; ask again after a time.
  case wait(milliseconds: Int)

  /// The body is complete.
  case end
}
