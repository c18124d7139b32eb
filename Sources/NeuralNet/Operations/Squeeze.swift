/// Drops axes of length 1.
package struct Squeeze: LayerOperation {
  package static let operationName = "squeeze"

  /// The axes to drop; nil for all of length 1.
  package var axes: [Int]?

  package init(axes: [Int]?) {
    self.axes = axes
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    var shape = inputs[0]
    guard let axes else { return [shape.filter { $0 != 1 }] }
    for axis in try resolve(axes: axes, rank: shape.count).reversed() {
      guard shape[axis] == 1 else {
        throw fault(found: "length \(shape[axis]) at axis \(axis)", expected: "1")
      }
      shape.remove(at: axis)
    }
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
