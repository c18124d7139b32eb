internal import NeuralNet

/// Reads one operation of an ML Program: it becomes layers of our networks, or a known value.
///
/// The extensions of this type, by topic, say what each operation becomes.
struct OperationReader {
  /// The name in the file.
  let name: String
  /// What it does, as the format calls it, such as `max_pool`.
  let type: String
  /// The values of the inputs; most have one.
  let arguments: [String: [ProgramValue]]
  /// The declared element types of the results.
  let resultTypes: [ElementType]
  let builder: ProgramBuilder

  /// The values that the operation makes.
  func read() throws(ModelFileError) -> [ProgramValue] {
    guard let reader = Self.readers[type] else {
      throw ModelFileError(
        .unsupported, found: "an operation of this type", expected: "one that this package runs")
    }
    return try reader(self)
  }

  // MARK: Values

  /// A value that must be there.
  func input(_ name: String = "x") throws(ModelFileError) -> ProgramValue {
    guard let value = arguments[name]?.first else {
      throw invalid(found: "no \(name)", expected: "one")
    }
    return value
  }

  /// A value that is known before the program runs; nil if it is left out.
  func constant(_ name: String) throws(ModelFileError) -> ProgramConstant? {
    guard let value = arguments[name]?.first else { return nil }
    guard let constant = value.constant else {
      throw unsupported(
        found: "a \(name) that is computed when the model runs", expected: "a constant")
    }
    return constant
  }

  // MARK: Parameters

  /// A list of integers or truth values.
  func integers(_ name: String, default absent: [Int]? = nil) throws(ModelFileError) -> [Int] {
    guard let constant = try constant(name) else {
      if let absent { return absent }
      throw invalid(found: "no \(name)", expected: "a list of integers")
    }
    guard let integers = constant.integers, constant.shape.count <= 1,
      integers.count <= 4 * maximumRank
    else { throw invalid(found: "\(name) of shape \(constant.shape)", expected: "integers") }
    return integers
  }

  /// A list of integers of a given length.
  func integers(
    _ name: String, count: Int, default absent: Int
  ) throws(ModelFileError) -> [Int] {
    let integers = try integers(name, default: Array(repeating: absent, count: count))
    guard integers.count == count else {
      throw invalid(found: "\(name) \(integers)", expected: "\(count) integers")
    }
    return integers
  }

  func integer(_ name: String, default absent: Int? = nil) throws(ModelFileError) -> Int {
    let integers = try integers(name, default: absent.map { [$0] })
    guard integers.count == 1 else {
      throw invalid(found: "\(name) \(integers)", expected: "one integer")
    }
    return integers[0]
  }

  func flag(_ name: String, default absent: Bool = false) throws(ModelFileError) -> Bool {
    try integer(name, default: absent ? 1 : 0) != 0
  }

  func number(_ name: String, default absent: Float? = nil) throws(ModelFileError) -> Float {
    guard let constant = try constant(name) else {
      if let absent { return absent }
      throw invalid(found: "no \(name)", expected: "a number")
    }
    guard let floats = constant.floats, floats.count == 1 else {
      throw invalid(found: "\(name) of shape \(constant.shape)", expected: "one number")
    }
    return floats[0]
  }

  func text(_ name: String, default absent: String) throws(ModelFileError) -> String {
    guard let constant = try constant(name) else { return absent }
    guard let texts = constant.texts, texts.count == 1 else {
      throw invalid(found: "\(name) of shape \(constant.shape)", expected: "one text")
    }
    return texts[0]
  }

  /// Numbers as weights; nil if they are left out.
  func weights(_ name: String) throws(ModelFileError) -> Weights? {
    guard let constant = try constant(name) else { return nil }
    // Integers become weights of their own.
    if constant.integers != nil { try builder.budget.countNumbers(constant.count) }
    guard let weights = constant.weights else {
      throw invalid(found: "\(name) of shape \(constant.shape)", expected: "numbers")
    }
    guard builder.isSound(weights) else {
      throw invalid(found: "\(name) with numbers that are not finite", expected: "finite numbers")
    }
    return weights
  }

  /// Numbers as weights, which must be there.
  func requiredWeights(_ name: String) throws(ModelFileError) -> Weights {
    guard let weights = try weights(name) else {
      throw invalid(found: "no \(name)", expected: "weights")
    }
    return weights
  }

  /// The same numbers in another shape.
  func reshaped(_ weights: Weights, to shape: [Int]) throws(ModelFileError) -> Weights {
    try derived("shape \(shape)", from: weights) { () throws(ModelFileError) in
      [try made(shape, weights.scalars)]
    }[0]
  }

  /// Weights of a shape; the numbers must fill it.
  func made(_ shape: [Int], _ scalars: WeightScalars) throws(ModelFileError) -> Weights {
    do throws(NetworkError) {
      return try Weights(shape: shape, scalars: scalars)
    } catch {
      throw invalid(found: error.found, expected: error.expected)
    }
  }

  /// Weights made of others, as many numbers: once for all operations that share the source.
  func derived(
    _ purpose: String, from source: Weights,
    make: () throws(ModelFileError) -> [Weights]
  ) throws(ModelFileError) -> [Weights] {
    try builder.constants.derived(purpose, from: source, make: make)
  }

  // MARK: Results

  /// The declared type of the first result.
  var resultType: ElementType { resultTypes.first ?? .float32 }

  /// The results of one layer.
  func emit(
    _ operation: any LayerOperation, _ inputs: [ProgramValue], type: ElementType? = nil
  ) throws(ModelFileError) -> [ProgramValue] {
    try builder.emit(operation, inputs, layer: name, type: type ?? resultType)
  }

  /// The only result of one layer.
  func single(
    _ operation: any LayerOperation, _ inputs: ProgramValue...
  ) throws(ModelFileError) -> ProgramValue {
    try emit(operation, inputs)[0]
  }

  /// A layer that takes `x` alone.
  func map(_ operation: any LayerOperation) throws(ModelFileError) -> [ProgramValue] {
    try emit(operation, [try input()])
  }

  /// Something about this operation that contradicts itself.
  func invalid(found: String, expected: String) -> ModelFileError {
    ModelFileError(.invalid, found: found, expected: expected)
  }

  /// Something about this operation that the format allows and this package does not have.
  func unsupported(found: String, expected: String) -> ModelFileError {
    ModelFileError(.unsupported, found: found, expected: expected)
  }
}
