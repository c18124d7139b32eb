extension Graph {
  /// Joins depthwise convolutions with the pointwise ones after them where the tile unit takes both.
  mutating func fuseSeparableConvolutions() {
    guard TileUnit.isInUse else { return }
    let counts = useCounts
    let makers = producers
    for index in nodes.indices {
      guard let input = nodes[index].inputs.first, counts[input] == 1,
        let maker = makers[input], nodes[maker].outputs.count == 1,
        let source = nodes[maker].inputs.first,
        let joined = SeparableConvolution(
          nodes[maker].operation, then: nodes[index].operation, shape: shapes[source])
      else { continue }
      nodes[index].operation = joined
      nodes[index].inputs[0] = source
      nodes[maker].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }
}
