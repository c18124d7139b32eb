/// A plain recurrent layer: `h' = f(W x + R h + b)`.
package struct SimpleRecurrent: LayerOperation {
  package static let operationName = "simple recurrent"

  package var cell: GateWeights
  package var activation: Recurrence.Function
  package var recurrence: Recurrence

  package init(cell: GateWeights, activation: Recurrence.Function, recurrence: Recurrence) {
    self.cell = cell
    self.activation = activation
    self.recurrence = recurrence
  }

  private var gates: [GateWeights] { [cell] }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    let shape = try recurrentShape(
      inputs, gates: gates, directions: 1, statesPerDirection: 1)
    return recurrentOutputs(shape, recurrence, inputs: inputs, statesPerDirection: 1)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    evaluateRecurrence(inputs, gates: gates, recurrence) { x, states in
      let h = states[0][...]
      states[0] = h.indices.map { output in
        activation.value(at: cell.project(x, output: output) + cell.recur(h, output: output))
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
    let recurrent = try lowering.product(of: gates, with: lowering.states[0])
    let activation = activation
    let turn = PlanBuilder.Stage.loop([projected, recurrent.buffer, lowering.states[0]]) {
      regions, turn in
      for row in 0..<rows {
        let x = FloatRun(region: regions[0], offset: projectedRow(turn, row) * width, stride: 1)
        let r = FloatRun(region: regions[1], offset: row * width, stride: 1)
        let h = FloatRun(region: regions[2], offset: row * width, stride: 1)
        h.zip(x, r, count: width) { $0 + $1 }
        activation.apply(to: h, count: width)
      }
    }
    lowering.addTurns([recurrent.stage, turn])
  }
}
