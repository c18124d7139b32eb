internal import NeuralNet

/// Reads the constants of a program, for inputs of one shape, within its budget.
final class ProgramConstants {
  private let values: ValueReader
  private let cache: ConstantCache
  private let budget: ProgramBudget
  /// The messages whose constants are paid for: they are kept, and cost nothing more.
  private var paid: Set<Message.Identity> = []
  /// What operations made of weights that only this shape has.
  private let derived = DerivedWeights()

  init(blobs: BlobFolder?, cache: ConstantCache, budget: ProgramBudget) {
    values = ValueReader(blobs: blobs)
    self.cache = cache
    self.budget = budget
  }

  /// The constant in a message of the file.
  func constant(_ value: Message) throws(ModelFileError) -> ProgramConstant {
    if let known = cache.constant(of: value) {
      try pay(known, of: value)
      return known
    }
    var constant = try values.constant(value)
    constant.isStored = true
    try pay(constant, of: value)
    return cache.keep(constant, of: value)
  }

  /// What an operation unpacks; once for all shapes if nothing but the file decides it.
  ///
  /// - Parameter make: unpacks, and counts the numbers itself.
  func unpacked(
    by operation: Message, from arguments: [String: [ProgramValue]],
    make: () throws(ModelFileError) -> [ProgramValue]
  ) throws(ModelFileError) -> [ProgramValue] {
    let isStored = arguments.values.joined().allSatisfy { $0.constant?.isStored == true }
    if isStored, let known = cache.constant(of: operation) {
      try pay(known, of: operation)
      return [.constant(known)]
    }
    let results = try make()
    guard isStored, results.count == 1, var constant = results[0].constant else { return results }
    constant.isStored = true
    paid.insert(operation.identity)
    // The compiled model holds what is unpacked in the place of the operation.
    if operation.messages("outputs").count == 1, let weights = constant.weights {
      operation.recordWeights(weights)
    }
    return [.constant(cache.keep(constant, of: operation))]
  }

  /// As many numbers as `source` holds, made of it once for all operations, and for all shapes if
  /// `source` is the same for them.
  func derived(
    _ purpose: String, from source: Weights,
    make: () throws(ModelFileError) -> [Weights]
  ) throws(ModelFileError) -> [Weights] {
    let owner = cache.keeps(source) ? cache.derived : derived
    return try owner.weights(purpose, from: source) { () throws(ModelFileError) in
      try budget.countNumbers(source.count)
      return try make()
    }
  }

  /// Counts a constant; one that is kept only once.
  private func pay(_ constant: ProgramConstant, of message: Message) throws(ModelFileError) {
    guard
      constant.cost < ConstantCache.smallestCost || paid.insert(message.identity).inserted
    else { return }
    try budget.countNumbers(constant.cost)
  }
}
