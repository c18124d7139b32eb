/// Combines tensors element by element; axes are aligned from the last and broadcast from 1.
///
/// Sum, product, mean, maximum and minimum take one or more inputs, the others exactly two.
package struct Elementwise: LayerOperation {
  package static let operationName = "element-wise function"

  package enum Function: Sendable, Equatable {
    case add, subtract, multiply, divide
    case average, maximum, minimum
    case power, floorDivide, modulo
    /// Comparisons and logic give 1 or 0; a number is true if it is not zero.
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case logicalAnd, logicalOr, logicalXor
  }

  package var function: Function

  package init(_ function: Function) {
    self.function = function
  }

  /// Whether any number of inputs may be combined.
  private var isVariadic: Bool {
    switch function {
    case .add, .multiply, .average, .maximum, .minimum: true
    default: false
    }
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    if isVariadic {
      guard !inputs.isEmpty else { throw fault(found: "no input", expected: "at least one") }
    } else {
      try requireCount(inputs, 2)
    }
    guard let shape = broadcastShape(inputs) else {
      throw fault(found: "shapes \(inputs)", expected: "equal lengths, or 1")
    }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = broadcastShape(inputs.map(\.shape)) else {
      preconditionFailure("shapes are checked before")
    }
    let result = Tensor.make(shape) { index in
      let operands = inputs.map { $0.broadcast(at: index) }
      let combined = operands.dropFirst().reduce(operands[0], function.combine)
      return function == .average ? combined / Float(inputs.count) : combined
    }
    return [result]
  }
}
