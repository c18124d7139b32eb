extension LongShortTermMemory {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = try shape(for: inputs.map(\.shape))
    for (index, direction) in ([forward] + (backward.map { [$0] } ?? [])).enumerated() {
      let lowering = try RecurrentLowering(
        inputs, outputs, shape, recurrence, direction: index, stateCount: 2, in: builder)
      let projected = try lowering.project(direction.gates)
      let recurrent = try lowering.product(of: direction.gates, with: lowering.states[0])
      let cell = cellLoop(direction, shape, lowering.projectedRow)
      let buffers = [projected, recurrent.buffer] + lowering.states
      lowering.addTurns([recurrent.stage, .loop(buffers, cell)])
    }
  }

  /// The loop of a turn over: the projected input, the recurrent part, h and c.
  private func cellLoop(
    _ cell: Direction, _ shape: RecurrentShape, _ projectedRow: @escaping (Int, Int) -> Int
  ) -> ([FloatRegion], Int) -> Void {
    let (rows, width) = (shape.batch, shape.outputs)
    let (isCoupled, limit) = (couplesInputAndForgetGates, cellClipThreshold)
    let forgetBias: Float = addsForgetBias ? 1 : 0
    return { regions, turn in
      for row in 0..<rows {
        func gate(_ index: Int) -> FloatRun {
          FloatRun(region: regions[1], offset: (row * 4 + index) * width, stride: 1)
        }
        let x = FloatRun(
          region: regions[0], offset: projectedRow(turn, row) * 4 * width, stride: 1)
        gate(0).zip(gate(0), x, count: 4 * width) { $0 + $1 }
        let h = FloatRun(region: regions[2], offset: row * width, stride: 1)
        let c = FloatRun(region: regions[3], offset: row * width, stride: 1)
        let (i, f, z, o) = (gate(0), gate(1), gate(2), gate(3))
        cell.inputGate.addPeephole(of: c, to: i, count: width)
        cell.forgetGate.addPeephole(of: c, to: f, count: width)
        if forgetBias != 0 { f.map(f, count: width) { $0 + forgetBias } }
        // Input and forget gate lie side by side.
        cell.gateActivation.apply(to: i, count: 2 * width)
        cell.blockActivation.apply(to: z, count: width)
        if isCoupled { f.map(i, count: width) { 1 - $0 } }
        c.zip(c, f, count: width) { $0 * $1 }
        z.zip(z, i, count: width) { $0 * $1 }
        c.zip(c, z, count: width) { min(max($0 + $1, -limit), limit) }
        cell.outputGate.addPeephole(of: c, to: o, count: width)
        cell.gateActivation.apply(to: o, count: width)
        h.map(c, count: width) { $0 }
        cell.outputActivation.apply(to: h, count: width)
        h.zip(h, o, count: width) { $0 * $1 }
      }
    }
  }
}

extension GateWeights {
  /// Adds the cell state's part of a pre-activation, if the gate has a peephole.
  fileprivate func addPeephole(of cell: FloatRun, to gate: FloatRun, count: Int) {
    guard let peephole else { return }
    for index in 0..<count {
      gate.region[gate.offset + index] +=
        peephole.scalars[index] * cell.region[cell.offset + index]
    }
  }
}
