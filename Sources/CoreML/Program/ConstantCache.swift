internal import Synchronization

/// The large constants of a program, kept so that its networks for other shapes share them.
final class ConstantCache: Sendable {
  /// Constants with fewer elements cost nothing to read again.
  private static let smallest = 256

  private let constants = Mutex<[Message.Identity: ProgramConstant]>([:])

  /// The constant that was read from a message.
  func constant(of value: Message) -> ProgramConstant? {
    constants.withLock { $0[value.identity] }
  }

  /// Keeps a constant that was read from a message of the same file.
  func keep(_ constant: ProgramConstant, of value: Message) {
    guard constant.count >= Self.smallest else { return }
    constants.withLock { $0[value.identity] = constant }
  }
}
