extension LayerOperation {
  /// Runs a cell over a sequence by its plain definition, in one direction.
  ///
  /// - Parameters:
  ///   - states: The states before the first step, each (batch * outputs) numbers.
  ///   - cell: Takes a step's input and changes the states of one batch row; the first is h.
  /// - Returns: h after each turn, (turn, batch, outputs), and the final states.
  func evaluateDirection(
    _ input: Tensor, _ shape: RecurrentShape, states: [[Float]], isReversed: Bool,
    cell: (ArraySlice<Float>, inout [[Float]]) -> Void
  ) -> (turns: [[Float]], states: [[Float]]) {
    var states = states
    var turns: [[Float]] = []
    for turn in 0..<shape.sequence {
      let position = shape.position(turn, isReversed: isReversed)
      for row in 0..<shape.batch {
        let start = (position * shape.batch + row) * shape.inputs
        let own = row * shape.outputs..<(row + 1) * shape.outputs
        var rowStates = states.map { Array($0[own]) }
        cell(input.scalars[start..<start + shape.inputs], &rowStates)
        for (index, state) in rowStates.enumerated() {
          states[index].replaceSubrange(own, with: state)
        }
      }
      turns.append(states[0])
    }
    return (turns, states)
  }

  /// The states that the inputs after the first give, or zeros.
  func initialStates(
    _ inputs: [Tensor], _ shape: RecurrentShape, count: Int
  ) -> [[Float]] {
    if inputs.count > 1 { return inputs.dropFirst().map(\.scalars) }
    return [[Float]](
      repeating: [Float](repeating: 0, count: shape.stateCount), count: count)
  }

  /// Runs a cell in one direction and gives all outputs of the layer.
  func evaluateRecurrence(
    _ inputs: [Tensor], gates: [GateWeights], _ recurrence: Recurrence,
    cell: (ArraySlice<Float>, inout [[Float]]) -> Void
  ) -> [Tensor] {
    guard
      let shape = try? recurrentShape(
        inputs.map(\.shape), gates: gates, directions: 1, statesPerDirection: 1)
    else { preconditionFailure("shapes are checked before") }
    let (turns, states) = evaluateDirection(
      inputs[0], shape, states: initialStates(inputs, shape, count: 1),
      isReversed: recurrence.isReversed, cell: cell)
    let shapes = recurrentOutputs(
      shape, recurrence, inputs: inputs.map(\.shape), statesPerDirection: 1)
    let result = recurrence.returnsSequence ? turns.flatMap { $0 } : turns[turns.count - 1]
    return zip(shapes, [result] + states).map { Tensor(shape: $0, scalars: $1) }
  }
}
