/// The sizes of a recurrent layer's input and output.
struct RecurrentShape {
  var sequence: Int
  var batch: Int
  var inputs: Int
  var outputs: Int
  /// The axes of length 1 after the features.
  var trailing: [Int]
  /// How many directions the sequence is read in.
  var directions: Int

  /// The shape of the result.
  func result(_ recurrence: Recurrence) -> [Int] {
    [recurrence.returnsSequence ? sequence : 1, batch, outputs * directions] + trailing
  }

  /// The numbers of one state.
  var stateCount: Int { batch * outputs }

  /// The step of the sequence that is read in a given turn.
  func position(_ turn: Int, isReversed: Bool) -> Int {
    isReversed ? sequence - 1 - turn : turn
  }
}

extension LayerOperation {
  /// Checks the weights of gates against each other and the inputs against the weights.
  func recurrentShape(
    _ inputs: [[Int]], gates: [GateWeights], directions: Int, statesPerDirection: Int
  ) throws(NetworkError) -> RecurrentShape {
    let stateTotal = directions * statesPerDirection
    guard inputs.count == 1 || inputs.count == 1 + stateTotal else {
      throw fault(found: "\(inputs.count) inputs", expected: "1 or \(1 + stateTotal)")
    }
    let shape = inputs[0]
    guard shape.count == 3 || (shape.count == 5 && shape[3] == 1 && shape[4] == 1) else {
      throw fault(found: "shape \(shape)", expected: "(sequence, batch, features)")
    }
    let first = gates[0].input.shape
    guard first.count == 2, first[1] == shape[2] else {
      throw fault(found: "weights of shape \(first)", expected: "(outputs, \(shape[2]))")
    }
    let outputs = first[0]
    for gate in gates {
      guard gate.input.shape == first, gate.recurrent.shape == [outputs, outputs] else {
        throw fault(
          found: "weights of shapes \(gate.input.shape) and \(gate.recurrent.shape)",
          expected: "\(first) and \([outputs, outputs])")
      }
      for vector in [gate.bias, gate.peephole].compactMap({ $0 }) where vector.count != outputs {
        throw fault(found: "\(vector.count) numbers", expected: "\(outputs), one per output")
      }
    }
    let result = RecurrentShape(
      sequence: shape[0], batch: shape[1], inputs: shape[2], outputs: outputs,
      trailing: Array(shape.dropFirst(3)), directions: directions)
    for state in inputs.dropFirst() where elementCount(of: state) != result.stateCount {
      throw fault(
        found: "a state of shape \(state)", expected: "\(result.stateCount) numbers")
    }
    return result
  }

  /// The shapes of all outputs: the result, and the states if they are asked for.
  func recurrentOutputs(
    _ shape: RecurrentShape, _ recurrence: Recurrence, inputs: [[Int]], statesPerDirection: Int
  ) -> [[Int]] {
    guard recurrence.returnsStates else { return [shape.result(recurrence)] }
    let states =
      inputs.count > 1
      ? Array(inputs.dropFirst())
      : [[Int]](
        repeating: [1, shape.batch, shape.outputs] + shape.trailing,
        count: shape.directions * statesPerDirection)
    return [shape.result(recurrence)] + states
  }
}
