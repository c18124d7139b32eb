/// A long short-term memory layer, in one direction or both.
///
/// Computes `i, f = s(W x + R h + p * c + b)`, `z = g(Wz x + Rz h + bz)`, `c' = f * c + i * z`,
/// `o = s(Wo x + Ro h + po * c' + bo)` and `h' = u(c') * o`. Both directions are joined, forward
/// first, along the feature axis.
package struct LongShortTermMemory: LayerOperation {
  package static let operationName = "long short-term memory"

  /// The weights and functions of one direction.
  package struct Direction: Sendable {
    package var inputGate: GateWeights
    package var forgetGate: GateWeights
    package var block: GateWeights
    package var outputGate: GateWeights
    /// s
    package var gateActivation: Recurrence.Function
    /// g
    package var blockActivation: Recurrence.Function
    /// u
    package var outputActivation: Recurrence.Function

    /// All gates, in the order of their pre-activations: input, forget, block, output.
    var gates: [GateWeights] { [inputGate, forgetGate, block, outputGate] }

    package init(
      inputGate: GateWeights, forgetGate: GateWeights, block: GateWeights,
      outputGate: GateWeights, gateActivation: Recurrence.Function = .sigmoid,
      blockActivation: Recurrence.Function = .tanh,
      outputActivation: Recurrence.Function = .tanh
    ) {
      self.inputGate = inputGate
      self.forgetGate = forgetGate
      self.block = block
      self.outputGate = outputGate
      self.gateActivation = gateActivation
      self.blockActivation = blockActivation
      self.outputActivation = outputActivation
    }
  }

  package var forward: Direction
  /// The direction that reads from the end, or nil for one direction.
  package var backward: Direction?
  package var recurrence: Recurrence
  /// Adds 1 to the forget gate's bias.
  package var addsForgetBias: Bool
  /// Makes the forget gate 1 minus the input gate.
  package var couplesInputAndForgetGates: Bool
  /// The largest magnitude of the cell state.
  package var cellClipThreshold: Float

  package init(
    forward: Direction, backward: Direction? = nil, recurrence: Recurrence,
    addsForgetBias: Bool = false, couplesInputAndForgetGates: Bool = false,
    cellClipThreshold: Float = 50
  ) {
    self.forward = forward
    self.backward = backward
    self.recurrence = recurrence
    self.addsForgetBias = addsForgetBias
    self.couplesInputAndForgetGates = couplesInputAndForgetGates
    self.cellClipThreshold = cellClipThreshold
  }

  private var directions: [Direction] { [forward] + (backward.map { [$0] } ?? []) }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    let shape = try shape(for: inputs)
    return recurrentOutputs(shape, recurrence, inputs: inputs, statesPerDirection: 2)
  }

  /// The sizes of the layer, or an error if weights or inputs do not fit.
  func shape(for inputs: [[Int]]) throws(NetworkError) -> RecurrentShape {
    guard !cellClipThreshold.isNaN, cellClipThreshold > 0 else {
      throw fault(found: "a clip threshold of \(cellClipThreshold)", expected: "more than 0")
    }
    return try recurrentShape(
      inputs, gates: directions.flatMap(\.gates), directions: directions.count,
      statesPerDirection: 2)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = try? shape(for: inputs.map(\.shape)) else {
      preconditionFailure("shapes are checked before")
    }
    let initial = initialStates(inputs, shape, count: 2 * directions.count)
    var finals: [[Float]] = []
    var result = Tensor(shape: shape.result(recurrence), repeating: 0)
    for (index, direction) in directions.enumerated() {
      let isReversed = index == 1 || recurrence.isReversed
      let (turns, states) = evaluateDirection(
        inputs[0], shape, states: Array(initial[2 * index..<2 * index + 2]),
        isReversed: isReversed, cell: { step(direction, $0, &$1) })
      finals += states
      let kept = recurrence.returnsSequence ? turns : [turns[turns.count - 1]]
      for (turn, h) in kept.enumerated() {
        let slot = index == 1 ? kept.count - 1 - turn : turn
        for (position, number) in h.enumerated() {
          let (row, output) = (position / shape.outputs, position % shape.outputs)
          let feature = index * shape.outputs + output
          let features = directions.count * shape.outputs
          result.scalars[(slot * shape.batch + row) * features + feature] = number
        }
      }
    }
    let shapes = recurrentOutputs(
      shape, recurrence, inputs: inputs.map(\.shape), statesPerDirection: 2)
    return zip(shapes, [result.scalars] + finals).map { Tensor(shape: $0, scalars: $1) }
  }

  /// One step of a cell with the states h and c, by its definition.
  private func step(_ cell: Direction, _ x: ArraySlice<Float>, _ states: inout [[Float]]) {
    let (h, c) = (states[0], states[1])
    for output in h.indices {
      func sum(_ gate: GateWeights, _ cellState: Float) -> Float {
        gate.project(x, output: output) + gate.recur(h[...], output: output)
          + (gate.peephole?.scalars[output] ?? 0) * cellState
      }
      let i = cell.gateActivation.value(at: sum(cell.inputGate, c[output]))
      let f = cell.gateActivation.value(
        at: sum(cell.forgetGate, c[output]) + (addsForgetBias ? 1 : 0))
      let z = cell.blockActivation.value(at: sum(cell.block, 0))
      let kept = couplesInputAndForgetGates ? 1 - i : f
      let next = (kept * c[output] + i * z)
        .clamped(to: -cellClipThreshold...cellClipThreshold)
      let o = cell.gateActivation.value(at: sum(cell.outputGate, next))
      states[1][output] = next
      states[0][output] = cell.outputActivation.value(at: next) * o
    }
  }
}
