/// Shifts and scales each channel by statistics fixed in training.
///
/// Computes `(x - mean) / sqrt(variance + epsilon) * gamma + beta` along axis -3.
package struct BatchNormalization: LayerOperation {
  package static let operationName = "batch normalization"

  /// One number per channel each.
  package var mean: Weights
  package var variance: Weights
  /// One number per channel each; 1 and 0 if absent.
  package var gamma: Weights?
  package var beta: Weights?
  package var epsilon: Float
  /// The axis of the channels.
  package var axis: Int

  package init(
    mean: Weights, variance: Weights, gamma: Weights? = nil, beta: Weights? = nil,
    epsilon: Float = 1e-5, axis: Int = -3
  ) {
    self.mean = mean
    self.variance = variance
    self.gamma = gamma
    self.beta = beta
    self.epsilon = epsilon
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let axis = try resolve(axis: axis, rank: inputs[0].count)
    for weights in [mean, variance, gamma ?? mean, beta ?? mean]
    where weights.count != inputs[0][axis] {
      throw fault(
        found: "\(weights.count) numbers for \(inputs[0][axis]) channels", expected: "as many")
    }
    return inputs
  }

  /// The factor and the summand of each channel.
  var scaleAndShift: (scale: [Float], shift: [Float]) {
    let scale = variance.scalars.indices.map {
      (gamma?.scalars[$0] ?? 1) / (variance.scalars[$0] + epsilon).squareRoot()
    }
    let shift = scale.indices.map {
      (beta?.scalars[$0] ?? 0) - mean.scalars[$0] * scale[$0]
    }
    return (scale, shift)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axis = normalized(axis, rank: inputs[0].shape.count)
    return [
      Tensor.make(inputs[0].shape) { index in
        let channel = index[axis]
        let deviation = (variance.scalars[channel] + epsilon).squareRoot()
        return (inputs[0][index] - mean.scalars[channel]) / deviation
          * (gamma?.scalars[channel] ?? 1) + (beta?.scalars[channel] ?? 0)
      }
    ]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let rank = inputs[0].shape.count
    let (scale, shift) = scaleAndShift
    var shape = [Int](repeating: 1, count: rank - normalized(axis, rank: rank))
    shape[0] = scale.count
    let affine = Affine(
      scale: Weights(shape: shape) { scale[$0] }, bias: Weights(shape: shape) { shift[$0] })
    try affine.lower(inputs, to: outputs, in: builder)
  }
}
