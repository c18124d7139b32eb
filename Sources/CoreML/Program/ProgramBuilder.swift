internal import NeuralNet

/// Collects the layers of an ML Program's network while its operations are read.
///
/// Operations on constants alone are computed on the spot, so that shapes which a program works out
/// from the shape of its input are known when the layers are made.
final class ProgramBuilder {
  /// More values than this in all intermediate results together (512 MiB) are no sound model.
  private static let valueLimit = 1 << 27
  /// Larger constants are computed when the network runs.
  private static let foldingLimit = 1 << 16
  /// What all constants that are computed on the spot may cost together.
  private static let foldingTotal = 1 << 24

  /// Whether weights are still to be checked; those of a compiled model were, when it was compiled.
  private let checksWeights: Bool
  let budget: ProgramBudget
  let constants: ProgramConstants

  private(set) var layers: [Layer] = []
  private var valueCount = 0
  private var foldedCount = 0
  private var nameCount = 0
  private var constantNames: [ObjectIdentifier: String] = [:]
  /// Keeps the weights that are known by their identity.
  private var namedWeights: [Weights] = []
  /// Large weights that were found to be finite.
  private var finiteWeights: [ObjectIdentifier: Weights] = [:]

  init(checksWeights: Bool, budget: ProgramBudget, constants: ProgramConstants) {
    self.checksWeights = checksWeights
    self.budget = budget
    self.constants = constants
  }

  /// Whether no number of weights is infinite or not a number; weights are looked through once.
  func isSound(_ weights: Weights) -> Bool {
    guard checksWeights, finiteWeights[ObjectIdentifier(weights)] == nil else { return true }
    guard weights.scalars.withSpan({ isFinite($0) }) else { return false }
    if weights.count >= ConstantCache.smallestCost {
      finiteWeights[ObjectIdentifier(weights)] = weights
    }
    return true
  }

  /// A layer from values to one value or more, or the values themselves if all inputs are known.
  ///
  /// - Parameters:
  ///   - layer: what errors call it.
  ///   - type: the element type of the results.
  func emit(
    _ operation: any LayerOperation, _ inputs: [ProgramValue], layer: String, type: ElementType
  ) throws(ModelFileError) -> [ProgramValue] {
    let shapes: [[Int]]
    do throws(NetworkError) {
      shapes = try operation.outputShapes(for: inputs.map(\.shape))
    } catch {
      throw ModelFileError(.invalid, found: error.found, expected: error.expected)
    }
    for shape in shapes { try check(shape) }
    if let folded = fold(operation, inputs, shapes, type) { return folded }

    var names: [String] = []
    for input in inputs { names.append(try name(of: input)) }
    let outputs = shapes.map { _ in freshName(layer) }
    try append(
      Layer(name: layer, operation: operation, inputs: names, outputs: outputs), shapes)
    return zip(outputs, shapes).map {
      .computed(ProgramValue.Computed(name: $0, shape: $1, type: type))
    }
  }

  /// The name under which layers find a value; a constant gets a layer of its own.
  func name(of value: ProgramValue) throws(ModelFileError) -> String {
    switch value {
    case .computed(let computed): return computed.name
    case .constant(let constant):
      guard let weights = constant.weights else {
        throw ModelFileError(
          .unsupported, found: constant.texts == nil ? "an empty constant" : "a constant of texts",
          expected: "numbers")
      }
      if let known = constantNames[ObjectIdentifier(weights)] { return known }
      let name = freshName("constant")
      try check(weights.shape)
      try append(
        Layer(name: "constant", operation: Constant(weights), inputs: [], outputs: [name]),
        [weights.shape])
      constantNames[ObjectIdentifier(weights)] = name
      namedWeights.append(weights)
      return name
    }
  }

  private func append(_ layer: Layer, _ shapes: [[Int]]) throws(ModelFileError) {
    for shape in shapes { valueCount += shape.reduce(1, *) }
    guard valueCount <= Self.valueLimit, layers.count < maximumLayerCount else {
      throw ModelFileError(
        .invalid,
        found: "\(valueCount) numbers in the results of \(layers.count + 1) layers so far",
        expected: "at most \(Self.valueLimit), and at most \(maximumLayerCount) layers")
    }
    layers.append(layer)
  }

  private func check(_ shape: [Int]) throws(ModelFileError) {
    guard shape.count <= maximumRank, shape.allSatisfy({ $0 >= 1 }), elementCount(of: shape) != nil
    else {
      throw ModelFileError(
        .invalid, found: "a result of shape \(shape)",
        expected: "at most \(maximumRank) lengths of at least 1 and \(maximumElementCount) numbers")
    }
  }

  /// The results, if all inputs are known and it is cheap to compute them now.
  private func fold(
    _ operation: any LayerOperation, _ inputs: [ProgramValue], _ shapes: [[Int]],
    _ type: ElementType
  ) -> [ProgramValue]? {
    let counts = shapes + inputs.map(\.shape)
    let cost = counts.reduce(0) { $0 + $1.reduce(1, *) }
    guard !inputs.isEmpty, cost <= Self.foldingLimit, foldedCount + cost <= Self.foldingTotal,
      !Self.isCostly(operation)
    else { return nil }
    var tensors: [Tensor] = []
    for input in inputs {
      guard let floats = input.constant?.floats, !floats.isEmpty else { return nil }
      tensors.append(Tensor(shape: input.shape, scalars: floats))
    }
    foldedCount += cost
    return operation.evaluate(tensors).map { .constant(ProgramConstant($0, type: type)) }
  }

  /// Whether an operation reads every input many times.
  private static func isCostly(_ operation: any LayerOperation) -> Bool {
    switch operation {
    case is Convolution, is Deconvolution, is Dense, is MatrixMultiply, is Pooling,
      is LongShortTermMemory, is GatedRecurrentUnit, is SimpleRecurrent, is CumulativeSum,
      is LocalResponseNormalization:
      true
    default: false
    }
  }

  /// A name that no other value has: names of the file hold no zero character.
  private func freshName(_ stem: String) -> String {
    nameCount += 1
    return "\(stem)\u{0}\(nameCount)"
  }
}
