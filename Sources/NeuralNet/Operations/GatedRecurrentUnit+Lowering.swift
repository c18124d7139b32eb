extension GatedRecurrentUnit {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = try recurrentShape(
      inputs.map(\.shape), gates: gates, directions: 1, statesPerDirection: 1)
    let lowering = try RecurrentLowering(
      inputs, outputs, shape, recurrence, stateCount: 1, in: builder)
    let projected = try lowering.project(gates)
    if case .afterProduct(let bias) = resetPlace {
      try addTurns(of: lowering, projected: projected, bias: bias)
      return
    }
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

  /// The turns with the reset gate after the product: one product for all gates, then one loop.
  private func addTurns(
    of lowering: RecurrentLowering, projected: Int, bias: Weights?
  ) throws(NetworkError) {
    let (rows, width) = (lowering.shape.batch, lowering.shape.outputs)
    let projectedRow = lowering.projectedRow
    let product = try lowering.product(of: gates, with: lowering.states[0])
    let (gateActivation, outputActivation) = (gateActivation, outputActivation)
    let recurrentBias = bias?.scalars.array ?? [Float](repeating: 0, count: width)
    let cell = PlanBuilder.Stage.loop([projected, product.buffer, lowering.states[0]]) {
      regions, turn in
      for row in 0..<rows {
        func gate(_ region: Int, _ start: Int, _ index: Int) -> FloatRun {
          FloatRun(region: regions[region], offset: (start * 3 + index) * width, stride: 1)
        }
        let (gates, o) = (gate(1, row, 0), gate(1, row, 2))
        let input = projectedRow(turn, row)
        gates.zip(gates, gate(0, input, 0), count: 2 * width) { $0 + $1 }
        gateActivation.apply(to: gates, count: 2 * width)
        for index in 0..<width { o.region[o.offset + index] += recurrentBias[index] }
        o.zip(o, gate(1, row, 1), count: width) { $0 * $1 }
        o.zip(o, gate(0, input, 2), count: width) { $0 + $1 }
        outputActivation.apply(to: o, count: width)
        // h' = o + z * (h - o)
        let h = FloatRun(region: regions[2], offset: row * width, stride: 1)
        h.zip(h, o, count: width) { $0 - $1 }
        h.zip(h, gates, count: width) { $0 * $1 }
        h.zip(h, o, count: width) { $0 + $1 }
      }
    }
    lowering.addTurns([product.stage, cell])
  }
}
