extension Graph {
  /// Lets convolutions add the other summand of a sum to their result.
  mutating func fuseResiduals() {
    let counts = useCounts
    var makers = producers
    for index in nodes.indices {
      guard let sum = nodes[index].operation as? Elementwise, sum.function == .add,
        nodes[index].inputs.count == 2,
        shapes[nodes[index].inputs[0]] == shapes[nodes[index].inputs[1]]
      else { continue }
      let summands = nodes[index].inputs
      for (made, other) in [(summands[0], summands[1]), (summands[1], summands[0])] {
        guard made != other, counts[made] == 1, let maker = makers[made],
          let convolution = nodes[maker].operation as? Convolution
        else { continue }
        // The convolution moves here, where both summands are known.
        nodes[index].operation = FusedConvolution(
          convolution: convolution, addsResidual: true, activation: nil)
        nodes[index].inputs = nodes[maker].inputs + [other]
        nodes[maker].outputs = []
        makers[made] = nil
        break
      }
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// Lets convolutions and dense layers apply the activation that follows.
  mutating func fuseActivations() {
    let counts = useCounts
    var makers = producers
    for index in nodes.indices {
      guard let activation = nodes[index].operation as? Activation,
        activation.function.postOperations != nil
      else { continue }
      let input = nodes[index].inputs[0]
      guard counts[input] == 1, let maker = makers[input],
        let fused = Self.fuse(activation.function, into: nodes[maker].operation)
      else { continue }
      nodes[maker].operation = fused
      let output = nodes[index].outputs[0]
      nodes[maker].outputs = [output]
      makers[output] = maker
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  private static func fuse(
    _ function: Activation.Function, into operation: any LayerOperation
  ) -> (any LayerOperation)? {
    switch operation {
    case let convolution as Convolution:
      return FusedConvolution(
        convolution: convolution, addsResidual: false, activation: function)
    case var fused as FusedConvolution where fused.activation == nil:
      fused.activation = function
      return fused
    case let dense as Dense:
      return FusedDense(dense: dense, activation: function)
    default:
      return nil
    }
  }
}
