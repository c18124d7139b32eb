/// The weights of one gate or cell.
package struct GateWeights: Sendable {
  /// For the input, (outputs, inputs).
  package var input: Weights
  /// For the previous output, (outputs, outputs).
  package var recurrent: Weights
  /// One number per output, or none.
  package var bias: Weights?
  /// Factors of the cell state, one per output, or none (LSTM only).
  package var peephole: Weights?

  package init(
    input: Weights, recurrent: Weights, bias: Weights? = nil, peephole: Weights? = nil
  ) {
    self.input = input
    self.recurrent = recurrent
    self.bias = bias
    self.peephole = peephole
  }

  /// The input's part of a pre-activation, `W x + b`, of one output.
  func project(_ x: ArraySlice<Float>, output: Int) -> Float {
    dot(input, row: output, x) + (bias?.scalars[output] ?? 0)
  }

  /// The previous output's part, `R h`, of one output.
  func recur(_ h: ArraySlice<Float>, output: Int) -> Float {
    dot(recurrent, row: output, h)
  }

  private func dot(_ matrix: Weights, row: Int, _ vector: ArraySlice<Float>) -> Float {
    let numbers = matrix.scalars.array
    var sum: Float = 0
    for (position, number) in vector.enumerated() {
      sum += numbers[row * vector.count + position] * number
    }
    return sum
  }
}
