internal import COneDNN

/// The steps that one direction of a recurrent layer adds to a plan: the input's part of all
/// pre-activations in one product, then turn by turn the states' part and the cell's loop.
struct RecurrentLowering {
  let shape: RecurrentShape
  /// Where the states lie, (batch, outputs) each; the first is h.
  let states: [Int]
  private let recurrence: Recurrence
  private let direction: Int
  private let isReversed: Bool
  private let input: Int
  private let result: Int
  private let outputs: [PlannedValue]
  private let builder: PlanBuilder

  init(
    _ inputs: [PlannedValue], _ outputs: [PlannedValue], _ shape: RecurrentShape,
    _ recurrence: Recurrence, direction: Int = 0, stateCount: Int, in builder: PlanBuilder
  ) throws(NetworkError) {
    self.shape = shape
    self.recurrence = recurrence
    self.direction = direction
    self.builder = builder
    isReversed = direction == 1 || recurrence.isReversed
    input = try builder.plain(inputs[0])
    result = outputs[0].plainBuffer ?? builder.makePlain(outputs[0])
    self.outputs = outputs
    states = (0..<stateCount).map { _ in builder.makeBuffer(byteCount: shape.stateCount * 4) }
    for (index, state) in states.enumerated() {
      let given = 1 + direction * stateCount + index
      if inputs.count > given {
        let count = shape.stateCount
        builder.addLoop([try builder.plain(inputs[given]), state]) { regions in
          FloatRun(region: regions[1], offset: 0, stride: 1).map(
            FloatRun(region: regions[0], offset: 0, stride: 1), count: count
          ) { $0 }
        }
      } else {
        builder.addLoop([state]) { $0[0].fill(0) }
      }
    }
  }

  /// The input's part of the gates' pre-activations: a buffer (sequence, batch, gates, outputs).
  func project(_ gates: [GateWeights]) throws(NetworkError) -> Int {
    let weights = joined(gates.map(\.input), "input weights", columns: shape.inputs)
    let zeros = Weights([Float](repeating: 0, count: shape.outputs))
    let bias =
      gates.contains { $0.bias != nil }
      ? builder.mergedWeights.weights(
        "biases", from: gates.flatMap { [$0.input, $0.bias ?? $0.input] }
      ) {
        Weights(gates.flatMap { ($0.bias ?? zeros).scalars })
      } : nil
    let rows = shape.sequence * shape.batch
    let projected = builder.makeBuffer(byteCount: rows * weights.shape[0] * 4)
    let stage = try product(rows: rows, input, weights, bias, into: projected)
    builder.addPrimitive(stage.primitive, stage.operands)
    return projected
  }

  /// A product to repeat in every turn: a state times the gates' recurrent weights.
  func product(
    of gates: [GateWeights], with state: Int
  ) throws(NetworkError) -> (stage: PlanBuilder.Stage, buffer: Int) {
    let weights = joined(gates.map(\.recurrent), "recurrent weights", columns: shape.outputs)
    let buffer = builder.makeBuffer(byteCount: shape.batch * weights.shape[0] * 4)
    let made = try product(rows: shape.batch, state, weights, nil, into: buffer)
    return (.primitive(made.primitive, made.operands), buffer)
  }

  /// Adds the stages of a turn, repeated over the sequence, and the final copies.
  func addTurns(_ stages: [PlanBuilder.Stage]) {
    let (shape, direction, isReversed) = (shape, direction, isReversed)
    let width = shape.outputs
    let returnsSequence = recurrence.returnsSequence
    // A second direction is laid down in the order of time, beside the first.
    let isTurned = direction == 1
    func store(_ regions: [FloatRegion], _ slot: Int) {
      for row in 0..<shape.batch {
        let target = ((slot * shape.batch + row) * shape.directions + direction) * width
        FloatRun(region: regions[1], offset: target, stride: 1).map(
          FloatRun(region: regions[0], offset: row * width, stride: 1), count: width
        ) { $0 }
      }
    }
    var stages = stages
    if returnsSequence {
      stages.append(
        .loop([states[0], result]) { regions, turn in
          store(regions, isTurned ? shape.position(turn, isReversed: isReversed) : turn)
        })
    }
    builder.addRepetition(shape.sequence, stages)
    if !returnsSequence { builder.addLoop([states[0], result]) { store($0, 0) } }
    guard recurrence.returnsStates else { return }
    for (index, state) in states.enumerated() {
      let output = outputs[1 + direction * states.count + index]
      let count = shape.stateCount
      builder.addLoop([state, builder.makePlain(output)]) { regions in
        FloatRun(region: regions[1], offset: 0, stride: 1).map(
          FloatRun(region: regions[0], offset: 0, stride: 1), count: count
        ) { $0 }
      }
    }
  }

  /// The row of the projected input that a turn and a batch row read.
  var projectedRow: (_ turn: Int, _ row: Int) -> Int {
    let (shape, isReversed) = (shape, isReversed)
    return { shape.position($0, isReversed: isReversed) * shape.batch + $1 }
  }

  private func joined(_ matrices: [Weights], _ purpose: String, columns: Int) -> Weights {
    if matrices.count == 1 { return matrices[0] }
    return builder.mergedWeights.weights(purpose, from: matrices) {
      let all = matrices.flatMap(\.scalars)
      return Weights(shape: [all.count / columns, columns]) { all[$0] }
    }
  }

  private func product(
    rows: Int, _ source: Int, _ weights: Weights, _ bias: Weights?, into result: Int
  ) throws(NetworkError) -> (
    primitive: Primitive, operands: [(osa_argument, PlanBuilder.Operand)]
  ) {
    guard
      let primitive = Primitive.dense(
        rows: rows, inputs: weights.shape[1], outputs: weights.shape[0], hasBias: bias != nil,
        post: []),
      let layout = primitive.layout(of: OSA_WEIGHTS),
      let packed = weights.packed(as: Layout.plain(weights.shape), into: layout)
    else { throw builder.refusal("recurrent layer") }
    var operands: [(osa_argument, PlanBuilder.Operand)] = [
      (OSA_SOURCE, .buffer(source)), (OSA_WEIGHTS, .weights(packed)),
      (OSA_DESTINATION, .buffer(result)),
    ]
    if let bias { operands.append((OSA_BIAS, .buffer(builder.constant(bias)))) }
    return (primitive, operands)
  }
}
