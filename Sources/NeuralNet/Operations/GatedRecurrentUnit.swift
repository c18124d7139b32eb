/// A gated recurrent unit.
///
/// Computes `z = f(Wz x + Rz h + bz)`, `r = f(Wr x + Rr h + br)`,
/// `o = g(Wo x + Ro (r * h) + bo)` and `h' = (1 - z) * o + z * h`; or with the reset gate after the
/// recurrent product, `o = g(Wo x + bo + r * (Ro h + co))`.
package struct GatedRecurrentUnit: LayerOperation {
  package static let operationName = "gated recurrent unit"

  /// Where the reset gate acts.
  package enum Reset: Sendable {
    /// On the previous output, before the recurrent product.
    case beforeProduct
    /// On the recurrent product and its own bias c, one number per output.
    case afterProduct(bias: Weights?)
  }

  package var update: GateWeights
  package var reset: GateWeights
  package var output: GateWeights
  /// f
  package var gateActivation: Recurrence.Function
  /// g
  package var outputActivation: Recurrence.Function
  package var recurrence: Recurrence
  package var resetPlace: Reset

  package init(
    update: GateWeights, reset: GateWeights, output: GateWeights,
    gateActivation: Recurrence.Function = .sigmoid,
    outputActivation: Recurrence.Function = .tanh, recurrence: Recurrence,
    resetPlace: Reset = .beforeProduct
  ) {
    self.update = update
    self.reset = reset
    self.output = output
    self.gateActivation = gateActivation
    self.outputActivation = outputActivation
    self.recurrence = recurrence
    self.resetPlace = resetPlace
  }

  var gates: [GateWeights] { [update, reset, output] }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    let shape = try recurrentShape(
      inputs, gates: gates, directions: 1, statesPerDirection: 1)
    if case .afterProduct(let bias?) = resetPlace, bias.count != shape.outputs {
      throw fault(found: "\(bias.count) bias numbers", expected: "\(shape.outputs)")
    }
    return recurrentOutputs(shape, recurrence, inputs: inputs, statesPerDirection: 1)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    evaluateRecurrence(inputs, gates: gates, recurrence) { x, states in
      let h = states[0]
      func gate(_ gate: GateWeights) -> [Float] {
        h.indices.map {
          gateActivation.value(at: gate.project(x, output: $0) + gate.recur(h[...], output: $0))
        }
      }
      let (z, r) = (gate(update), gate(reset))
      let kept = zip(r, h).map { $0 * $1 }
      states[0] = h.indices.map {
        let recurrent: Float
        switch resetPlace {
        case .beforeProduct: recurrent = output.recur(kept[...], output: $0)
        case .afterProduct(let bias):
          recurrent = r[$0] * (output.recur(h[...], output: $0) + (bias?.scalars[$0] ?? 0))
        }
        let o = outputActivation.value(at: output.project(x, output: $0) + recurrent)
        return (1 - z[$0]) * o + z[$0] * h[$0]
      }
    }
  }
}
