/// Repeats a tensor along its axes; repeats are aligned with the last axes.
package struct Tile: LayerOperation {
  package static let operationName = "tile"

  package var repeats: [Int]

  package init(repeats: [Int]) {
    self.repeats = repeats
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    guard repeats.count <= maximumRank else {
      throw fault(found: "\(repeats.count) axes", expected: "at most \(maximumRank)")
    }
    var shape = [Int](repeating: 1, count: max(0, repeats.count - inputs[0].count)) + inputs[0]
    for (position, count) in repeats.enumerated() {
      try require(count, in: 1...maximumElementCount, "a repeat count of")
      // No overflow: both factors are bounded.
      shape[shape.count - repeats.count + position] *= count
    }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shapes = try? outputShapes(for: [inputs[0].shape]) else {
      preconditionFailure("shapes are checked before")
    }
    let own = inputs[0].shape
    let result = Tensor.make(shapes[0]) { index in
      inputs[0][zip(index.suffix(own.count), own).map { $0 % $1 }]
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let own = inputs[0].shape
    let result = outputs[0].shape
    let padded = [Int](repeating: 1, count: result.count - own.count) + own
    let strides = rowMajorStrides(of: result)
    let ownStrides = rowMajorStrides(of: padded)
    // Each axis is two: the repetitions, which stand still in the source, and the elements.
    let axes = padded.indices
    StridedCopy(
      shape: axes.flatMap { [result[$0] / padded[$0], padded[$0]] },
      sourceStrides: axes.flatMap { [0, ownStrides[$0]] },
      destinationStrides: axes.flatMap { [strides[$0] * padded[$0], strides[$0]] }
    ).add(from: try builder.plain(inputs[0]), to: builder.makePlain(outputs[0]), in: builder)
  }
}
