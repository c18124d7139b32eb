/// Drops axes of length 1.
package struct Squeeze: ReshapingOperation {
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
}
