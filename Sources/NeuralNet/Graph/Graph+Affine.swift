extension Graph {
  /// Turns sums and products with a constant into affine layers, which convolutions can absorb.
  mutating func turnConstantsIntoAffine(_ cache: MergedWeights) {
    let makers = producers
    for index in nodes.indices {
      guard let operation = nodes[index].operation as? Elementwise,
        nodes[index].inputs.count == 2
      else { continue }
      let inputs = nodes[index].inputs
      for position in 0..<2 {
        guard let maker = makers[inputs[position]],
          let constant = nodes[maker].operation as? Constant,
          shapes[inputs[1 - position]] == shapes[nodes[index].outputs[0]],
          let affine = Self.affine(operation.function, constant.value, position, cache)
        else { continue }
        nodes[index].operation = affine
        nodes[index].inputs = [inputs[1 - position]]
        break
      }
    }
    removeUnused()
  }

  private static func affine(
    _ function: Elementwise.Function, _ constant: Weights, _ position: Int,
    _ cache: MergedWeights
  ) -> Affine? {
    switch function {
    case .add: return Affine(scale: nil, bias: constant)
    case .multiply: return Affine(scale: constant, bias: nil)
    case .subtract where position == 1:
      return cache.optionalWeights("negated", count: constant.count, from: [constant]) {
        Weights(shape: constant.shape) { -constant.scalars[$0] }
      }.map { Affine(scale: nil, bias: $0) }
    default: return nil
    }
  }

  /// Multiplies batch normalisations and channel-wise affine layers into the convolution before.
  mutating func foldAffineIntoConvolutions(_ cache: MergedWeights) {
    var counts = useCounts
    var makers = producers
    for index in nodes.indices {
      guard let input = nodes[index].inputs.first, nodes[index].inputs.count == 1,
        counts[input] == 1, let maker = makers[input]
      else { continue }
      let channelAxis = shapes[input].count - 3
      let folded: (any LayerOperation)?
      switch nodes[maker].operation {
      case let convolution as Convolution:
        guard
          let affine = ChannelAffine(
            nodes[index].operation, channels: convolution.weights.shape[0],
            channelAxis: channelAxis, rank: shapes[input].count)
        else { continue }
        folded = affine.folded(into: convolution, cache)
      default: continue
      }
      guard let folded else { continue }
      // The convolution takes the place of the affine layer, and its result.
      nodes[maker].operation = folded
      let output = nodes[index].outputs[0]
      nodes[maker].outputs = [output]
      makers[output] = maker
      counts[input] = 0
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }
}
