/// Inserts axes of length 1.
package struct ExpandDimensions: LayerOperation {
  package static let operationName = "expand dimensions"

  /// Where the new axes lie in the result.
  package var axes: [Int]

  package init(axes: [Int]) {
    self.axes = axes
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let rank = inputs[0].count + axes.count
    guard rank <= maximumRank else {
      throw fault(found: "\(rank) axes", expected: "at most \(maximumRank)")
    }
    var shape = inputs[0]
    for axis in try resolve(axes: axes, rank: rank) { shape.insert(1, at: axis) }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shapes = try? outputShapes(for: [inputs[0].shape]) else {
      preconditionFailure("shapes are checked before")
    }
    return [Tensor(shape: shapes[0], scalars: inputs[0].scalars)]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    outputs[0].plainBuffer = try builder.plain(inputs[0])
  }
}
