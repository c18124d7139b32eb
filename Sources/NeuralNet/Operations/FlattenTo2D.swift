/// Joins the axes before `axis` to one and those from it on to another.
package struct FlattenTo2D: ReshapingOperation {
  package static let operationName = "flatten to 2D"

  package var axis: Int

  package init(axis: Int) {
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let rank = inputs[0].count
    guard axis >= -rank, axis <= rank else {
      throw fault(found: "axis \(axis)", expected: "a place in a tensor of rank \(rank)")
    }
    let axis = normalized(axis, rank: rank)
    return [[inputs[0][..<axis].reduce(1, *), inputs[0][axis...].reduce(1, *)]]
  }
}
