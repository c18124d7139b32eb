/// Reduces some axes to one number each.
package struct Reduce: LayerOperation {
  package static let operationName = "reduce"

  package enum Function: Sendable, Equatable {
    case sum, mean, product, sumOfSquares, l1, l2, maximum, minimum
    /// The sum of `log(x + epsilon)`.
    case logSum(epsilon: Float)
    /// `log(sum(exp(x)))`
    case logSumExp
    /// The index of the largest or smallest number, the first of equals; takes one axis.
    case argMaximum, argMinimum
  }

  package var function: Function
  /// The axes to reduce; nil for all.
  package var axes: [Int]?
  /// Whether reduced axes stay, with length 1.
  package var keepsAxes: Bool

  package init(_ function: Function, axes: [Int]?, keepsAxes: Bool = true) {
    self.function = function
    self.axes = axes
    self.keepsAxes = keepsAxes
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let axes = try resolvedAxes(rank: inputs[0].count)
    if (function == .argMaximum || function == .argMinimum) && axes.count != 1 {
      throw fault(found: "\(axes.count) axes", expected: "one axis to find an index along")
    }
    return [reducedShape(inputs[0], axes, keeps: keepsAxes)]
  }

  private func resolvedAxes(rank: Int) throws(NetworkError) -> [Int] {
    guard let axes, !axes.isEmpty else { return Array(0..<rank) }
    return try resolve(axes: axes, rank: rank)
  }

  private func reducedShape(_ shape: [Int], _ axes: [Int], keeps: Bool) -> [Int] {
    shape.indices.compactMap { axes.contains($0) ? (keeps ? 1 : nil) : shape[$0] }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let shape = inputs[0].shape
    let axes = reducedAxes(rank: shape.count)
    let box = shape.indices.map { axes.contains($0) ? shape[$0] : 1 }
    var result = Tensor.make(reducedShape(shape, axes, keeps: true)) { start in
      var numbers: [Float] = []
      forEachIndex(of: box) { step in
        numbers.append(inputs[0][zip(start, step).map { $0 + $1 }])
      }
      return function.value(of: numbers)
    }
    result.shape = reducedShape(shape, axes, keeps: keepsAxes)
    return [result]
  }

  /// The axes to reduce, which are known to be valid.
  func reducedAxes(rank: Int) -> [Int] {
    guard let axes, !axes.isEmpty else { return Array(0..<rank) }
    return axes.map { normalized($0, rank: rank) }.sorted()
  }
}
