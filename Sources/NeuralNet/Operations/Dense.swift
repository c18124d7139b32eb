/// Multiplies vectors by a matrix and adds a bias.
package struct Dense: LayerOperation {
  package static let operationName = "dense"

  /// Which axes of the input form the vector.
  package enum Vector: Sendable {
    /// The last axis: (..., inputs) to (..., outputs).
    case lastAxis
    /// The last three, flattened in that order: (..., C, H, W) to (..., outputs, 1, 1).
    case channelsHeightWidth
  }

  /// The matrix, (outputs, inputs).
  package var weights: Weights
  /// One number per output, or none.
  package var bias: Weights?
  package var vector: Vector

  package init(weights: Weights, bias: Weights? = nil, vector: Vector = .lastAxis) {
    self.weights = weights
    self.bias = bias
    self.vector = vector
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let shape = inputs[0]
    guard weights.shape.count == 2 else {
      throw fault(found: "weights of shape \(weights.shape)", expected: "two axes")
    }
    if let bias, bias.count != weights.shape[0] {
      throw fault(found: "\(bias.count) bias numbers", expected: "\(weights.shape[0])")
    }
    let axes = vector == .lastAxis ? 1 : 3
    guard shape.count >= axes, shape.suffix(axes).reduce(1, *) == weights.shape[1] else {
      throw fault(
        found: "shape \(shape)", expected: "\(weights.shape[1]) numbers in the last \(axes) axes")
    }
    let tail = vector == .lastAxis ? [weights.shape[0]] : [weights.shape[0], 1, 1]
    return [Array(shape.dropLast(axes)) + tail]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let (count, length) = (weights.shape[0], weights.shape[1])
    let rows = inputs[0].scalars.count / length
    let matrix = weights.scalars.array
    let axes = vector == .lastAxis ? 1 : 3
    let tail = vector == .lastAxis ? [count] : [count, 1, 1]
    var result = Tensor(shape: inputs[0].shape.dropLast(axes) + tail, repeating: 0)
    for row in 0..<rows {
      for output in 0..<count {
        var sum = bias?.scalars[output] ?? 0
        for input in 0..<length {
          sum += matrix[output * length + input] * inputs[0].scalars[row * length + input]
        }
        result.scalars[row * count + output] = sum
      }
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    try FusedDense(dense: self, activation: nil).lower(inputs, to: outputs, in: builder)
  }
}
