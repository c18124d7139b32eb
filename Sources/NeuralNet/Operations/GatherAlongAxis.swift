/// Picks single numbers along an axis: result[..., i, ...] is data[..., indices[..., i, ...], ...].
///
/// Inputs: data, and indices of the same shape but along the axis; negative counts from the end,
/// indices outside are kept inside.
package struct GatherAlongAxis: LayerOperation {
  package static let operationName = "gather along axis"

  package var axis: Int

  package init(axis: Int) {
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 2)
    let axis = try resolve(axis: axis, rank: inputs[0].count)
    var expected = inputs[0]
    if inputs[1].count == expected.count { expected[axis] = inputs[1][axis] }
    guard inputs[1] == expected else {
      throw fault(found: "indices of shape \(inputs[1])", expected: "\(expected)")
    }
    return [inputs[1]]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axis = normalized(axis, rank: inputs[0].shape.count)
    return [
      Tensor.make(inputs[1].shape) { index in
        var own = index
        own[axis] = Gather.position(inputs[1][index], length: inputs[0].shape[axis])
        return inputs[0][own]
      }
    ]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    let (outer, length, inner) = split(shape, at: axis)
    let count = inputs[1].shape[axis]
    let (source, indices) = (try builder.plain(inputs[0]), try builder.plain(inputs[1]))
    builder.addLoop([source, indices, builder.makePlain(outputs[0])]) { regions in
      for block in 0..<outer {
        for item in 0..<count * inner {
          let place = block * count * inner + item
          let position = Gather.position(regions[1][place], length: length)
          regions[2][place] = regions[0][(block * length + position) * inner + item % inner]
        }
      }
    }
  }
}
