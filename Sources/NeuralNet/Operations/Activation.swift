/// Applies a non-linear function to every number.
package struct Activation: LayerOperation {
  package static let operationName = "activation"

  package enum Function: Sendable {
    /// `alpha * x + beta`
    case linear(alpha: Float, beta: Float)
    case relu
    /// `x` if positive, else `alpha * x`
    case leakyReLU(alpha: Float)
    /// `x` if at least `alpha`, else 0
    case thresholdedReLU(alpha: Float)
    /// A leaky ReLU with one slope per channel (axis -3), or one for all.
    case preLU(slopes: Weights)
    case tanh
    /// `alpha * tanh(beta * x)`
    case scaledTanh(alpha: Float, beta: Float)
    case sigmoid
    /// `min(max(alpha * x + beta, 0), 1)`
    case sigmoidHard(alpha: Float, beta: Float)
    /// `x` if positive, else `alpha * (exp(x) - 1)`
    case elu(alpha: Float)
    /// `x / (1 + |x|)`
    case softsign
    /// `log(1 + exp(x))`
    case softplus
    /// `alpha * log(1 + exp(beta * x))` with numbers per channel (axis -3), or one for all.
    case parametricSoftplus(alpha: Weights, beta: Weights)
    /// `min(max(x, minimum), maximum)`
    case clip(minimum: Float, maximum: Float)
    /// `x` if positive, else `alpha * x`; never above `maximum`
    case clampedReLU(alpha: Float, maximum: Float)
    /// `x * Phi(x)` with the normal distribution's Phi
    case gelu
    /// `x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))`
    case geluTanh
    /// `x * sigmoid(1.702 * x)`
    case geluSigmoid
    /// `x * sigmoid(x)`
    case silu
    /// `x * min(max(x + 3, 0), 6) / 6`
    case hardSwish
  }

  package var function: Function

  package init(_ function: Function) {
    self.function = function
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    switch function {
    case .preLU(let slopes): try requirePerChannel(slopes, inputs[0])
    case .parametricSoftplus(let alpha, let beta):
      try requirePerChannel(alpha, inputs[0])
      try requirePerChannel(beta, inputs[0])
    default: break
    }
    return inputs
  }

  private func requirePerChannel(_ weights: Weights, _ shape: [Int]) throws(NetworkError) {
    if weights.count == 1 { return }
    let channels = try requireImage(shape).channels
    guard weights.count == channels else {
      throw fault(found: "\(weights.count) parameters", expected: "1 or \(channels)")
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let channels = inputs[0].shape.count >= 3 ? ImageShape(folding: inputs[0].shape).channels : 1
    let plane = inputs[0].shape.suffix(2).reduce(1, *)
    var result = inputs[0]
    for position in result.scalars.indices {
      let channel = position / plane % channels
      result.scalars[position] = function.value(at: result.scalars[position], channel: channel)
    }
    return [result]
  }
}
