/// Inserts axes of length 1.
package struct ExpandDimensions: ReshapingOperation {
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
}
