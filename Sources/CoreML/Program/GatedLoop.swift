internal import NeuralNet

/// A loop over a sequence whose body is the cell of a gated recurrent unit with the reset gate
/// after the recurrent product: the form in which converters write PyTorch's layer.
///
/// The state is a counter and all outputs, (turns + 1, batch, outputs), of which the first is given
/// and the others start as zeros.
struct GatedLoop {
  private typealias Argument = LoopBody.Argument

  /// The arguments `weight` and `bias` of a linear operation.
  private struct Linear {
    let weight: Argument
    let bias: Argument?
  }

  /// The linear operations of the input and of the previous output, for one gate.
  private struct Gate {
    let input: Linear
    let recurrent: Linear
  }

  /// Arguments that must be known as certain numbers, where they are given.
  private struct Conditions {
    /// Axes of rows and places: the first.
    var zeros: [Argument?] = []
    /// The step of the counter, and the number that the update gate is taken from.
    var ones: [Argument?] = []
    /// How the new output is laid into its row.
    var mode: Argument?
  }

  /// The parts of the body.
  private struct Parts {
    let sequence: String
    let update: Gate
    let reset: Gate
    let output: Gate
    var conditions = Conditions()
  }

  private let sequence: String
  private let end: Argument
  private let conditions: Conditions
  private let update: Gate
  private let reset: Gate
  private let output: Gate

  /// Recognises the loop, or returns nil if it does anything else.
  init?(condition: Message, body: Message, state: [ProgramValue]) {
    let (test, body) = (LoopBody(condition), LoopBody(body))
    guard state.count == 2, body.inputs.count == 2, body.outputs.count == 2,
      test.inputs.count == 2, test.outputs.count == 1,
      let less = test.maker("less", of: .name(test.outputs[0])),
      test.argument("x", of: less)?.name == test.inputs[0],
      let end = test.argument("y", of: less),
      let match = Self.match(body)
    else { return nil }
    self.end = end
    conditions = match.conditions
    (sequence, update, reset, output) = (match.sequence, match.update, match.reset, match.output)
  }

  private static func match(_ body: LoopBody) -> Parts? {
    let (turn, states) = (body.inputs[0], body.inputs[1])
    // The new output is laid into its row, which is still zero.
    guard let scatter = body.maker("scatter", of: .name(body.outputs[1])),
      body.argument("data", of: scatter)?.name == states,
      body.argument("indices", of: scatter)?.name == body.outputs[0],
      let step = body.operands(of: "add", .name(body.outputs[0]))
        .first(where: { $0.first.name == turn })?.second,
      let expanded = body.maker("expand_dims", of: body.argument("updates", of: scatter)),
      let next = body.argument("x", of: expanded)
    else { return nil }
    // h' = (1 - z) * n + z * h
    for (fresh, kept) in body.operands(of: "add", next) {
      for (gate, candidate) in body.operands(of: "mul", fresh) {
        guard let complement = body.maker("sub", of: gate),
          let z = body.argument("y", of: complement)?.name
        else { continue }
        for (factor, previous) in body.operands(of: "mul", kept) where factor.name == z {
          guard let h = previous.name, let rows = row(h, in: body, turn: turn),
            rows.source == states, var cell = cell(candidate, z, h, in: body, turn: turn)
          else { continue }
          cell.conditions.zeros += rows.axes
          cell.conditions.zeros += [
            body.argument("axis", of: scatter), body.argument("axes", of: expanded),
          ]
          cell.conditions.ones += [step, body.argument("x", of: complement)]
          cell.conditions.mode = body.argument("mode", of: scatter)
          return cell
        }
      }
    }
    return nil
  }

  /// n = tanh(Wn x + r * (Rn h)), with z and r from sums of products like it.
  private static func cell(
    _ candidate: Argument, _ z: String, _ h: String, in body: LoopBody, turn: String
  ) -> Parts? {
    guard let tanh = body.maker("tanh", of: candidate),
      let update = gate(.name(z), h, in: body)
    else { return nil }
    for (fromInput, gated) in body.operands(of: "add", body.argument("x", of: tanh)) {
      for (r, fromState) in body.operands(of: "mul", gated) {
        guard let reset = gate(r, h, in: body),
          let (x, input) = linear(fromInput, in: body), x == update.x, x == reset.x,
          let (state, recurrent) = linear(fromState, in: body), state == h,
          let rows = row(x, in: body, turn: turn), !body.inputs.contains(rows.source)
        else { continue }
        return Parts(
          sequence: rows.source, update: update.gate, reset: reset.gate,
          output: Gate(input: input, recurrent: recurrent),
          conditions: Conditions(zeros: rows.axes))
      }
    }
    return nil
  }

  /// sigmoid(W x + R h)
  private static func gate(
    _ argument: Argument, _ h: String, in body: LoopBody
  ) -> (x: String, gate: Gate)? {
    guard let sigmoid = body.maker("sigmoid", of: argument) else { return nil }
    for (first, second) in body.operands(of: "add", body.argument("x", of: sigmoid)) {
      guard let (x, input) = linear(first, in: body), x != h,
        let (state, recurrent) = linear(second, in: body), state == h
      else { continue }
      return (x, Gate(input: input, recurrent: recurrent))
    }
    return nil
  }

  private static func linear(
    _ argument: Argument, in body: LoopBody
  ) -> (x: String, linear: Linear)? {
    guard let operation = body.maker("linear", of: argument),
      let x = body.argument("x", of: operation)?.name,
      let weight = body.argument("weight", of: operation)
    else { return nil }
    return (x, Linear(weight: weight, bias: body.argument("bias", of: operation)))
  }

  /// The name of the value of which `name` is the row of this turn, and the axes that say so.
  private static func row(
    _ name: String, in body: LoopBody, turn: String
  ) -> (source: String, axes: [Argument?])? {
    guard let squeeze = body.maker("squeeze", of: .name(name)),
      let gather = body.maker("gather", of: body.argument("x", of: squeeze)),
      body.argument("indices", of: gather)?.name == turn,
      let source = body.argument("x", of: gather)?.name
    else { return nil }
    return (source, [body.argument("axes", of: squeeze), body.argument("axis", of: gather)])
  }
}

extension GatedLoop {
  /// The results of the loop as those of a recurrent layer; nil if shapes or turns do not fit.
  ///
  /// - Parameters:
  ///   - constant: the value of an argument.
  func values(
    _ constant: (LoopBody.Argument) throws(ModelFileError) -> ProgramValue?,
    state: [ProgramValue], layer: String, builder: ProgramBuilder
  ) throws(ModelFileError) -> [ProgramValue]? {
    guard let sequence = try constant(.name(sequence)), sequence.rank == 3,
      try constant(end)?.constant?.integers == [sequence.shape[0]],
      state[0].constant?.integers == [0], let initial = state[1].constant, initial.shape.count == 3,
      initial.shape[0] == sequence.shape[0] + 1, initial.shape[1] == sequence.shape[1],
      let numbers = initial.floats,
      numbers.dropFirst(initial.shape[1] * initial.shape[2]).allSatisfy({ $0 == 0 })
    else { return nil }
    for (arguments, number) in [(conditions.zeros, Float(0)), (conditions.ones, 1)] {
      for argument in arguments.compactMap({ $0 }) {
        guard try constant(argument)?.constant?.floats == [number] else { return nil }
      }
    }
    if let mode = conditions.mode {
      // The rows are zero, so that adding and replacing are the same.
      guard let text = try constant(mode)?.constant?.texts?.first, ["add", "update"].contains(text)
      else { return nil }
    }
    func weights(_ argument: LoopBody.Argument?) throws(ModelFileError) -> Weights? {
      guard let argument else { return nil }
      return try constant(argument)?.constant?.weights
    }
    func gate(_ gate: Gate) throws(ModelFileError) -> (GateWeights, recurrentBias: Weights?)? {
      guard let input = try weights(gate.input.weight),
        let recurrent = try weights(gate.recurrent.weight)
      else { return nil }
      let biases = (try weights(gate.input.bias), try weights(gate.recurrent.bias))
      return (GateWeights(input: input, recurrent: recurrent, bias: biases.0), biases.1)
    }
    guard let update = try gate(update), let reset = try gate(reset), let output = try gate(output)
    else { return nil }
    let unit = GatedRecurrentUnit(
      update: Self.joined(update), reset: Self.joined(reset), output: output.0,
      recurrence: Recurrence(returnsSequence: true),
      resetPlace: .afterProduct(bias: output.recurrentBias))
    let batch = Array(initial.shape[1...])
    let first = Array(numbers.prefix(batch.reduce(1, *)))
    let start = ProgramValue.constant(
      ProgramConstant(Tensor(shape: [1] + batch, scalars: first), type: .float32))
    let inputs = first.allSatisfy { $0 == 0 } ? [sequence] : [sequence, start]
    let result = try builder.emit(unit, inputs, layer: layer, type: state[1].type)
    let all = try builder.emit(
      Concatenate(axis: 0), [start] + result, layer: layer, type: state[1].type)
    return [.constant(ProgramConstant(integers: [sequence.shape[0]]))] + all
  }

  /// A gate whose two biases are one.
  private static func joined(_ gate: (GateWeights, recurrentBias: Weights?)) -> GateWeights {
    var (weights, recurrent) = gate
    if let bias = weights.bias, let recurrent, bias.count == recurrent.count {
      weights.bias = Weights(zip(bias.scalars, recurrent.scalars).map { $0 + $1 })
    } else {
      weights.bias = weights.bias ?? recurrent
    }
    return weights
  }
}
