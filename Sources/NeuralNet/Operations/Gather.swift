/// Picks slices along an axis by index: the second input's numbers, negative from the end.
package struct Gather: LayerOperation {
  package static let operationName = "gather"

  package var axis: Int

  package init(axis: Int) {
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 2)
    let axis = try resolve(axis: axis, rank: inputs[0].count)
    let shape = Array(inputs[0][..<axis]) + inputs[1] + Array(inputs[0][(axis + 1)...])
    guard shape.count <= maximumRank else {
      throw fault(found: "\(shape.count) axes", expected: "at most \(maximumRank)")
    }
    return [shape]
  }

  /// The index that a number stands for; numbers outside are kept inside.
  static func position(_ number: Float, length: Int) -> Int {
    let bounded = number.isNaN ? 0 : number.clamped(to: -Float(length)...Float(length))
    let index = Int(bounded)
    return (index < 0 ? index + length : index).clamped(to: 0...length - 1)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let shape = inputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    let indexRank = inputs[1].shape.count
    let result = Array(shape[..<axis]) + inputs[1].shape + Array(shape[(axis + 1)...])
    return [
      Tensor.make(result) { index in
        let number = inputs[1][Array(index[axis..<axis + indexRank])]
        let position = Self.position(number, length: shape[axis])
        return inputs[0][index[..<axis] + [position] + index[(axis + indexRank)...]]
      }
    ]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let (outer, length, inner) = split(shape, at: normalized(axis, rank: shape.count))
    let count = inputs[1].count
    let source = try builder.plain(inputs[0])
    let indices = try builder.plain(inputs[1])
    builder.addLoop([source, indices, builder.makePlain(outputs[0])]) { regions in
      for block in 0..<outer {
        for item in 0..<count {
          let position = Self.position(regions[1][item], length: length)
          let from = FloatRun(
            region: regions[0], offset: (block * length + position) * inner, stride: 1)
          let to = FloatRun(
            region: regions[2], offset: (block * count + item) * inner, stride: 1)
          to.map(from, count: inner) { $0 }
        }
      }
    }
  }
}
