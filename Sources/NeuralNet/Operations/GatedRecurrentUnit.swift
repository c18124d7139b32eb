/// A gated recurrent unit.
///
/// Computes `z = f(Wz x + Rz h + bz)`, `r = f(Wr x + Rr h + br)`,
/// `o = g(Wo x + Ro (r * h) + bo)` and `h' = (1 - z) * o + z * h`.
package struct GatedRecurrentUnit: LayerOperation {
  package static let operationName = "gated recurrent unit"

  package var update: GateWeights
  package var reset: GateWeights
  package var output: GateWeights
  /// f
  package var gateActivation: Recurrence.Function
  /// g
  package var outputActivation: Recurrence.Function
  package var recurrence: Recurrence

  package init(
    update: GateWeights, reset: GateWeights, output: GateWeights,
    gateActivation: Recurrence.Function = .sigmoid,
    outputActivation: Recurrence.Function = .tanh, recurrence: Recurrence
  ) {
    self.update = update
    self.reset = reset
    self.output = output
    self.gateActivation = gateActivation
    self.outputActivation = outputActivation
    self.recurrence = recurrence
  }

  private var gates: [GateWeights] { [update, reset, output] }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    let shape = try recurrentShape(
      inputs, gates: gates, directions: 1, statesPerDirection: 1)
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
        let o = outputActivation.value(
          at: output.project(x, output: $0) + output.recur(kept[...], output: $0))
        return (1 - z[$0]) * o + z[$0] * h[$0]
      }
    }
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = try recurrentShape(
      inputs.map(\.shape), gates: gates, directions: 1, statesPerDirection: 1)
    let lowering = try RecurrentLowering(
      inputs, outputs, shape, recurrence, stateCount: 1, in: builder)
    let projected = try lowering.project(gates)
    let (rows, width) = (shape.batch, shape.outputs)
    let projectedRow = lowering.projectedRow
    let h = lowering.states[0]
    let kept = builder.makeBuffer(byteCount: shape.stateCount * 4)
    let gateProduct = try lowering.product(of: [update, reset], with: h)
    let outputProduct = try lowering.product(of: [output], with: kept)
    let (gateActivation, outputActivation) = (gateActivation, outputActivation)
    let gateTurn = PlanBuilder.Stage.loop([projected, gateProduct.buffer, h, kept]) {
      regions, turn in
      for row in 0..<rows {
        let x = FloatRun(
          region: regions[0], offset: projectedRow(turn, row) * 3 * width, stride: 1)
        let gates = FloatRun(region: regions[1], offset: row * 2 * width, stride: 1)
        gates.zip(gates, x, count: 2 * width) { $0 + $1 }
        gateActivation.apply(to: gates, count: 2 * width)
        let r = FloatRun(region: regions[1], offset: (row * 2 + 1) * width, stride: 1)
        let h = FloatRun(region: regions[2], offset: row * width, stride: 1)
        FloatRun(region: regions[3], offset: row * width, stride: 1)
          .zip(r, h, count: width) { $0 * $1 }
      }
    }
    let outputTurn = PlanBuilder.Stage.loop(
      [projected, outputProduct.buffer, h, gateProduct.buffer]
    ) { regions, turn in
      for row in 0..<rows {
        let x = FloatRun(
          region: regions[0], offset: (projectedRow(turn, row) * 3 + 2) * width, stride: 1)
        let o = FloatRun(region: regions[1], offset: row * width, stride: 1)
        o.zip(o, x, count: width) { $0 + $1 }
        outputActivation.apply(to: o, count: width)
        let h = FloatRun(region: regions[2], offset: row * width, stride: 1)
        let z = FloatRun(region: regions[3], offset: row * 2 * width, stride: 1)
        // h' = o + z * (h - o)
        h.zip(h, o, count: width) { $0 - $1 }
        h.zip(h, z, count: width) { $0 * $1 }
        h.zip(h, o, count: width) { $0 + $1 }
      }
    }
    lowering.addTurns([gateProduct.stage, gateTurn, outputProduct.stage, outputTurn])
  }
}
