internal import NeuralNet

/// What a layer holds and what it computes.
struct LayerCost {
  /// The numbers that training found.
  var parameterCount: Int
  /// The products that are added up in one run.
  var multiplyAddCount: Int

  /// Counts for a layer with inputs and outputs of known shapes; 0 for layers of neither.
  init(of operation: any LayerOperation, inputs: [[Int]], outputs: [[Int]]) {
    let inputCount = inputs.first?.reduce(1, *) ?? 0
    let outputCount = outputs.first?.reduce(1, *) ?? 0
    func count(_ weights: Weights?...) -> Int { weights.reduce(0) { $0 + ($1?.count ?? 0) } }
    switch operation {
    case let layer as Convolution:
      parameterCount = count(layer.weights, layer.bias)
      multiplyAddCount = outputCount * layer.weights.shape.dropFirst().reduce(1, *)
    case let layer as Deconvolution:
      parameterCount = count(layer.weights, layer.bias)
      multiplyAddCount = inputCount * layer.weights.shape.dropFirst().reduce(1, *)
    case let layer as Dense:
      parameterCount = count(layer.weights, layer.bias)
      multiplyAddCount = inputCount * layer.weights.shape[0]
    case let layer as MatrixMultiply:
      parameterCount = 0
      let rows = inputs[0].count - (layer.transposesFirst ? 2 : 1)
      multiplyAddCount = outputCount * inputs[0][rows]
    case let layer as LongShortTermMemory:
      let directions = [layer.forward] + (layer.backward.map { [$0] } ?? [])
      let gates = directions.flatMap {
        [$0.inputGate, $0.forgetGate, $0.block, $0.outputGate]
      }
      (parameterCount, multiplyAddCount) = Self.recurrent(gates, inputs)
    case let layer as GatedRecurrentUnit:
      (parameterCount, multiplyAddCount) = Self.recurrent(
        [layer.update, layer.reset, layer.output], inputs)
      if case .afterProduct(let bias) = layer.resetPlace { parameterCount += count(bias) }
    case let layer as SimpleRecurrent:
      (parameterCount, multiplyAddCount) = Self.recurrent([layer.cell], inputs)
    case let layer as BatchNormalization:
      parameterCount = count(layer.mean, layer.variance, layer.gamma, layer.beta)
      multiplyAddCount = outputCount
    case let layer as Normalization:
      parameterCount = count(layer.gamma, layer.beta)
      multiplyAddCount = 0
    case let layer as Affine:
      parameterCount = count(layer.scale, layer.bias)
      multiplyAddCount = outputCount
    case let layer as Constant:
      parameterCount = count(layer.value)
      multiplyAddCount = 0
    default: (parameterCount, multiplyAddCount) = (0, 0)
    }
  }

  /// Every step of the sequence multiplies by all matrices.
  private static func recurrent(_ gates: [GateWeights], _ inputs: [[Int]]) -> (Int, Int) {
    let matrices = gates.reduce(0) { $0 + $1.input.count + $1.recurrent.count }
    let vectors = gates.reduce(0) { $0 + ($1.bias?.count ?? 0) + ($1.peephole?.count ?? 0) }
    return (matrices + vectors, matrices * (inputs.first?.prefix(2).reduce(1, *) ?? 0))
  }
}
