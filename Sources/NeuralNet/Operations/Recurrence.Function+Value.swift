extension Recurrence.Function {
  /// The function's value at `x`, by its definition.
  func value(at x: Float) -> Float {
    let x = x.clamped(to: -50...50)
    switch self {
    case .sigmoid: return Mathematics.sigmoid(x)
    case .tanh: return Mathematics.tanh(x)
    case .relu: return max(x, 0)
    case .linear(let alpha, let beta): return alpha * x + beta
    case .scaledTanh(let alpha, let beta): return alpha * Mathematics.tanh(beta * x)
    case .sigmoidHard(let alpha, let beta): return min(max(alpha * x + beta, 0), 1)
    }
  }

  /// Applies the function to a run, with a vector loop for the common ones.
  func apply(to run: FloatRun, count: Int) {
    switch self {
    case .sigmoid: run.applySigmoid(count: count)
    case .tanh: run.applyTanh(count: count)
    default: run.map(run, count: count) { value(at: $0) }
    }
  }
}
