internal import NeuralNet
internal import Synchronization

/// The large constants of a program, kept so that its networks for all shapes share them.
final class ConstantCache: Sendable {
  /// Constants that take less, in numbers of single precision, cost nothing to read again.
  static let smallestCost = 256

  private struct Kept {
    var constants: [Message.Identity: ProgramConstant] = [:]
    /// The weights among them.
    var weights: Set<ObjectIdentifier> = []
  }

  private let kept = Mutex(Kept())
  /// What operations made of the kept weights.
  let derived = DerivedWeights()

  /// The constant that was read or unpacked from a message.
  func constant(of message: Message) -> ProgramConstant? {
    kept.withLock { $0.constants[message.identity] }
  }

  /// Keeps a constant that only the file decides, read from one of its messages; returns it, or the
  /// one that another thread kept before.
  func keep(_ constant: ProgramConstant, of message: Message) -> ProgramConstant {
    guard constant.cost >= Self.smallestCost else { return constant }
    return kept.withLock {
      if let known = $0.constants[message.identity] { return known }
      $0.constants[message.identity] = constant
      if case .numbers(let weights) = constant.content {
        $0.weights.insert(ObjectIdentifier(weights))
      }
      return constant
    }
  }

  /// Whether weights belong to a constant that is kept.
  func keeps(_ weights: Weights) -> Bool {
    kept.withLock { $0.weights.contains(ObjectIdentifier(weights)) }
  }
}
