public import Foundation

/// What can go wrong while a model is trained, evaluated or written.
public enum MLCreateError: LocalizedError, CustomStringConvertible, Sendable, Equatable {
  /// The training was cancelled.
  case cancelled

  /// A parameter differs from that of the session which is taken up again.
  case incompatibleParameters(parameter: String, originalValue: String, newValue: String)

  /// Data or parameters that no model can be trained with; the reason says what was found.
  case generic(reason: String)

  /// A file or folder that cannot be read or written; the reason names it.
  case io(reason: String)

  /// A value of another type than expected.
  case type(reason: String)

  /// The sentence for people.
  public var description: String {
    switch self {
    case .cancelled: "the training was cancelled"
    case .incompatibleParameters(let parameter, let originalValue, let newValue):
      "\(parameter): found \(newValue), expected \(originalValue) as before"
    case .generic(let reason), .io(let reason), .type(let reason): reason
    }
  }

  /// The sentence for people.
  public var errorDescription: String? { description }
}
