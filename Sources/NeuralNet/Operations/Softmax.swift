internal import COneDNN

/// Turns scores along an axis into probabilities that sum to 1.
package struct Softmax: LayerOperation {
  package static let operationName = "softmax"

  package var axis: Int

  package init(axis: Int = -3) {
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    _ = try resolve(axis: axis, rank: inputs[0].count)
    return inputs
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axis = normalized(axis, rank: inputs[0].shape.count)
    var result = inputs[0]
    var others = inputs[0].shape
    others[axis] = 1
    forEachIndex(of: others) { start in
      let line = (0..<inputs[0].shape[axis]).map { position in
        var index = start
        index[axis] = position
        return index
      }
      let largest = line.map { inputs[0][$0] }.max() ?? 0
      let powers = line.map { Mathematics.exp(inputs[0][$0] - largest) }
      let sum = powers.reduce(0, +)
      for (index, power) in zip(line, powers) { result[index] = power / sum }
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let (outer, length, inner) = split(shape, at: normalized(axis, rank: shape.count))
    let folded = inner == 1 ? [outer, length] : [outer, length, inner]
    guard let primitive = Primitive.softmax(source: Layout.plain(folded), axis: 1) else {
      throw builder.refusal(Self.operationName)
    }
    builder.addPrimitive(
      primitive,
      [
        (OSA_SOURCE, .buffer(try builder.plain(inputs[0]))),
        (OSA_DESTINATION, .buffer(builder.makePlain(outputs[0]))),
      ])
  }
}
