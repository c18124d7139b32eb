/// Reorders the axes: axis i of the result is axis `axes[i]` of the input.
package struct Transpose: LayerOperation {
  package static let operationName = "transpose"

  /// A permutation of all axes of the input.
  package var axes: [Int]

  package init(axes: [Int]) {
    self.axes = axes
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    guard try resolve(axes: axes, rank: inputs[0].count).count == inputs[0].count else {
      throw fault(found: "axes \(axes)", expected: "all \(inputs[0].count) axes")
    }
    return [axes.map { inputs[0][normalized($0, rank: inputs[0].count)] }]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axes = axes.map { normalized($0, rank: inputs[0].shape.count) }
    let result = Tensor.make(axes.map { inputs[0].shape[$0] }) { index in
      var own = index
      for (position, axis) in axes.enumerated() { own[axis] = index[position] }
      return inputs[0][own]
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let source = try builder.plain(inputs[0])
    let axes = axes.map { normalized($0, rank: inputs[0].shape.count) }
    let moving = axes.filter { inputs[0].shape[$0] > 1 }
    guard moving != moving.sorted() else {
      outputs[0].plainBuffer = source
      return
    }
    StridedCopy.transposition(of: inputs[0].shape, axes: axes)
      .add(from: source, to: builder.makePlain(outputs[0]), in: builder)
  }

  /// Moves axis -3 to the end.
  static func channelsLast(rank: Int) -> Transpose {
    Transpose(axes: Array(0..<rank - 3) + [rank - 2, rank - 1, rank - 3])
  }

  /// Moves the last axis to -3.
  static func channelsFirst(rank: Int) -> Transpose {
    Transpose(axes: Array(0..<rank - 3) + [rank - 1, rank - 3, rank - 2])
  }
}
