internal import COneDNN

/// Applies an arithmetic function to every number: `f(scale * x + shift)`.
package struct Unary: LayerOperation {
  package static let operationName = "unary function"

  package enum Function: Sendable, Equatable {
    case identity
    case squareRoot
    /// `1 / sqrt(x + epsilon)`
    case reciprocalSquareRoot(epsilon: Float)
    /// `1 / (x + epsilon)`
    case inverse(epsilon: Float)
    /// `x` to the power `exponent`
    case power(exponent: Float)
    case square
    case exp
    case exp2
    /// The natural logarithm of `x + epsilon`.
    case log(epsilon: Float)
    case absolute
    /// `max(x, minimum)`
    case threshold(minimum: Float)
    case ceiling
    case floor
    /// To the nearest integer, ties to even.
    case round
    /// To the nearest integer towards zero.
    case truncate
    /// -1, 0 or 1
    case sign
    case sine
    case cosine
    case erf
    /// 1 where the number is zero, else 0
    case logicalNot
  }

  package var function: Function
  package var scale: Float
  package var shift: Float

  package init(_ function: Function, scale: Float = 1, shift: Float = 0) {
    self.function = function
    self.scale = scale
    self.shift = shift
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    return inputs
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    var result = inputs[0]
    for position in result.scalars.indices {
      result.scalars[position] = function.value(at: scale * result.scalars[position] + shift)
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let (scale, shift) = (scale, shift)
    let isScaled = scale != 1 || shift != 0
    if function == .identity && !isScaled {
      outputs[0].plainBuffer = try builder.plain(inputs[0])
      return
    }
    if let (name, epsilon) = oneDNNFunction {
      var chain: [PostOperation] = [.function(name, a: 0, b: 0)]
      if isScaled || epsilon != 0 {
        chain.insert(.function(OSA_LINEAR, a: scale, b: shift + epsilon), at: 0)
      }
      try builder.addFunctions(chain, of: inputs[0], to: outputs[0])
      return
    }
    switch function {
    case .identity: try builder.addMap(of: inputs[0], to: outputs[0]) { scale * $0 + shift }
    case .square:
      try builder.addMap(of: inputs[0], to: outputs[0]) {
        let x = scale * $0 + shift
        return x * x
      }
    case .absolute: try builder.addMap(of: inputs[0], to: outputs[0]) { abs(scale * $0 + shift) }
    case .threshold(let minimum):
      try builder.addMap(of: inputs[0], to: outputs[0]) { max(scale * $0 + shift, minimum) }
    case .inverse(let epsilon):
      try builder.addMap(of: inputs[0], to: outputs[0]) { 1 / (scale * $0 + shift + epsilon) }
    case .reciprocalSquareRoot(let epsilon):
      try builder.addMap(of: inputs[0], to: outputs[0]) {
        1 / (scale * $0 + shift + epsilon).squareRoot()
      }
    default:
      let function = function
      try builder.addMap(of: inputs[0], to: outputs[0]) {
        function.value(at: scale * $0 + shift)
      }
    }
  }

  /// The function of oneDNN that is fast and means the same, with a number added first.
  private var oneDNNFunction: (osa_function, epsilon: Float)? {
    switch function {
    case .exp: (OSA_EXP, 0)
    case .log(let epsilon): (OSA_LOG, epsilon)
    case .squareRoot: (OSA_SQRT, 0)
    default: nil
    }
  }
}
