extension Activation.Function {
  /// The function's value at `x`, by its definition; `channel` picks parameters that have several.
  func value(at x: Float, channel: Int) -> Float {
    switch self {
    case .linear(let alpha, let beta): return alpha * x + beta
    case .relu: return max(x, 0)
    case .leakyReLU(let alpha): return x > 0 ? x : alpha * x
    case .thresholdedReLU(let alpha): return x >= alpha ? x : 0
    case .preLU(let slopes): return x > 0 ? x : slopes.perChannel(channel) * x
    case .tanh: return Mathematics.tanh(x)
    case .scaledTanh(let alpha, let beta): return alpha * Mathematics.tanh(beta * x)
    case .sigmoid: return Mathematics.sigmoid(x)
    case .sigmoidHard(let alpha, let beta): return min(max(alpha * x + beta, 0), 1)
    case .elu(let alpha): return x > 0 ? x : alpha * (Mathematics.exp(x) - 1)
    case .softsign: return x / (1 + abs(x))
    case .softplus: return Mathematics.softplus(x)
    case .parametricSoftplus(let alpha, let beta):
      return alpha.perChannel(channel) * Mathematics.softplus(beta.perChannel(channel) * x)
    case .clip(let minimum, let maximum): return min(max(x, minimum), maximum)
    case .clampedReLU(let alpha, let maximum): return min(x > 0 ? x : alpha * x, maximum)
    case .gelu: return x / 2 * (1 + Mathematics.erf(x * Float(0.5).squareRoot()))
    case .geluTanh:
      let inner = (2 / Float.pi).squareRoot() * (x + 0.044715 * x * x * x)
      return x / 2 * (1 + Mathematics.tanh(inner))
    case .geluSigmoid: return x * Mathematics.sigmoid(1.702 * x)
    case .silu: return x * Mathematics.sigmoid(x)
    case .hardSwish: return x * min(max(x + 3, 0), 6) / 6
    }
  }
}

extension Weights {
  /// The number of a channel, or the only number.
  func perChannel(_ channel: Int) -> Float { scalars[count == 1 ? 0 : channel] }
}
