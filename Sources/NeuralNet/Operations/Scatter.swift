/// Changes slices along an axis at given places: the first input, with those slices that the
/// second input names by index combined with the third input's; negative counts from the end.
///
/// Inputs: data, indices (any shape), updates of the shape that gathering at the indices gives.
/// Indices outside the axis are kept inside it; slices that are named twice change twice.
package struct Scatter: LayerOperation {
  package static let operationName = "scatter"

  package enum Mode: Sendable, Equatable {
    case update, add, subtract, multiply, divide, maximum, minimum
  }

  package var axis: Int
  package var mode: Mode

  package init(axis: Int, mode: Mode) {
    self.axis = axis
    self.mode = mode
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 3)
    let gathered = try Gather(axis: axis).outputShapes(for: Array(inputs[..<2]))[0]
    guard inputs[2] == gathered else {
      throw fault(found: "updates of shape \(inputs[2])", expected: "\(gathered)")
    }
    return [inputs[0]]
  }

  /// A number of the data combined with one of the updates.
  private func combine(_ old: Float, _ new: Float) -> Float {
    switch mode {
    case .update: new
    case .add: old + new
    case .subtract: old - new
    case .multiply: old * new
    case .divide: old / new
    case .maximum: max(old, new)
    case .minimum: min(old, new)
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    var result = inputs[0]
    let axis = normalized(axis, rank: result.shape.count)
    let indexRank = inputs[1].shape.count
    forEachIndex(of: inputs[2].shape) { index in
      let number = inputs[1][Array(index[axis..<axis + indexRank])]
      let place = Gather.position(number, length: result.shape[axis])
      let target = Array(index[..<axis]) + [place] + Array(index[(axis + indexRank)...])
      result[target] = combine(result[target], inputs[2][index])
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let (outer, length, inner) = split(shape, at: normalized(axis, rank: shape.count))
    let (count, total) = (inputs[1].count, inputs[0].count)
    let buffers = [
      try builder.plain(inputs[0]), try builder.plain(inputs[1]), try builder.plain(inputs[2]),
      builder.makePlain(outputs[0]),
    ]
    builder.addLoop(buffers) { regions in
      func run(_ region: Int, _ offset: Int) -> FloatRun {
        FloatRun(region: regions[region], offset: offset, stride: 1)
      }
      run(3, 0).map(run(0, 0), count: total) { $0 }
      for block in 0..<outer {
        for item in 0..<count {
          let place = Gather.position(regions[1][item], length: length)
          let target = run(3, (block * length + place) * inner)
          target.zip(target, run(2, (block * count + item) * inner), count: inner, combine)
        }
      }
    }
  }
}
