internal import COneDNN

/// A dense layer that applies an activation at once; rewriting makes it.
struct FusedDense: LayerOperation {
  static let operationName = "dense"

  var dense: Dense
  /// An activation that has post-operations.
  var activation: Activation.Function?

  func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try dense.outputShapes(for: inputs)
  }

  func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let result = dense.evaluate(inputs)
    guard let activation else { return result }
    return Activation(activation).evaluate(result)
  }

  func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    if try lowerToTiles(inputs[0], to: outputs[0], in: builder) { return }
    let weights = dense.weights
    guard
      let primitive = Primitive.dense(
        rows: inputs[0].count / weights.shape[1], inputs: weights.shape[1],
        outputs: weights.shape[0], hasBias: dense.bias != nil,
        post: activation?.postOperations ?? []),
      let layout = primitive.layout(of: OSA_WEIGHTS),
      let packed = weights.packed(as: Layout.plain(weights.shape), into: layout)
    else { throw builder.refusal(Self.operationName) }
    var operands: [(osa_argument, PlanBuilder.Operand)] = [
      (OSA_SOURCE, .buffer(try builder.plain(inputs[0]))),
      (OSA_WEIGHTS, .weights(packed)),
      (OSA_DESTINATION, .buffer(builder.makePlain(outputs[0]))),
    ]
    if let bias = dense.bias { operands.append((OSA_BIAS, .buffer(builder.constant(bias)))) }
    builder.addPrimitive(primitive, operands)
  }

  /// Lowers the layer to the tile unit; false where it does not take it.
  private func lowerToTiles(
    _ input: PlannedValue, to output: PlannedValue, in builder: PlanBuilder
  ) throws(NetworkError) -> Bool {
    let (outputs, inputs) = (dense.weights.shape[0], dense.weights.shape[1])
    let rows = input.count / inputs
    guard TileUnit.suits(rows: rows, inputs: inputs, outputs: outputs) else { return false }
    let function = TileFunction(activation)
    let chain = function == nil ? activation?.postOperations ?? [] : []
    // The functions that the unit's loops do not have follow as steps of their own.
    let product = PlannedValue(shape: output.shape, remainingUses: 1)
    let result = chain.isEmpty ? output : product
    guard let applied = function ?? TileFunction(nil) else { return false }
    let rowsAsPixels = ImageShape(folding: [rows, inputs, 1, 1])
    try TileProduct(
      image: rowsAsPixels, weights: dense.weights, bias: dense.bias, function: applied
    ).add(
      from: try builder.plain(input), adding: nil, to: builder.makePlain(result), in: builder)
    if !chain.isEmpty { try builder.addFunctions(chain, of: product, to: output) }
    return true
  }
}
