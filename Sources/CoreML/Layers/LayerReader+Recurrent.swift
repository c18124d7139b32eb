internal import NeuralNet

extension LayerReader {
  /// The function of a recurrent layer's gate or cell.
  func recurrentFunction(_ activation: Message) throws(ModelFileError) -> Recurrence.Function {
    let kind = activation.alternative(to: "linear")?.name
    let function = kind.flatMap { activation.message(named: $0) }
    switch (kind, function) {
    case ("sigmoid", _): return .sigmoid
    case ("tanh", _): return .tanh
    case ("re_lu", _): return .relu
    case ("linear", let function?):
      return .linear(alpha: function.float("alpha"), beta: function.float("beta"))
    case ("scaled_tanh", let function?):
      return .scaledTanh(alpha: function.float("alpha"), beta: function.float("beta"))
    case ("sigmoid_hard", let function?):
      return .sigmoidHard(alpha: function.float("alpha"), beta: function.float("beta"))
    default:
      throw unsupported(
        found: "the activation \(kind ?? "of an unknown kind") inside a recurrent layer",
        expected: "sigmoid, tanh, ReLU, linear, scaled tanh or hard sigmoid")
    }
  }

  private var recurrence: Recurrence {
    Recurrence(
      returnsSequence: parameters.flag("sequence_output"),
      isReversed: parameters.flag("reverse_input"), returnsStates: outputs.count > 1)
  }

  private func sizes() throws(ModelFileError) -> (inputs: Int, outputs: Int) {
    (
      try parameters.size("input_vector_size", in: 1...65536),
      try parameters.size("output_vector_size", in: 1...65536)
    )
  }

  func simpleRecurrent() throws(ModelFileError) -> [Layer] {
    let sizes = try sizes()
    let cell = GateWeights(
      input: try weights("weight_matrix", shape: [sizes.outputs, sizes.inputs]),
      recurrent: try weights("recursion_matrix", shape: [sizes.outputs, sizes.outputs]),
      bias: try bias(if: "has_bias_vector", "bias_vector", count: sizes.outputs))
    return step(
      SimpleRecurrent(
        cell: cell, activation: try recurrentFunction(try parameters.required("activation")),
        recurrence: recurrence))
  }

  func gatedRecurrentUnit() throws(ModelFileError) -> [Layer] {
    let sizes = try sizes()
    func gate(
      _ input: StaticString, _ recurrent: StaticString, _ bias: StaticString
    ) throws(ModelFileError) -> GateWeights {
      GateWeights(
        input: try weights(input, shape: [sizes.outputs, sizes.inputs]),
        recurrent: try weights(recurrent, shape: [sizes.outputs, sizes.outputs]),
        bias: try self.bias(if: "has_bias_vectors", bias, count: sizes.outputs))
    }
    let functions = try functions("activations", count: 2)
    return step(
      GatedRecurrentUnit(
        update: try gate(
          "update_gate_weight_matrix", "update_gate_recursion_matrix", "update_gate_bias_vector"),
        reset: try gate(
          "reset_gate_weight_matrix", "reset_gate_recursion_matrix", "reset_gate_bias_vector"),
        output: try gate(
          "output_gate_weight_matrix", "output_gate_recursion_matrix", "output_gate_bias_vector"),
        gateActivation: functions[0], outputActivation: functions[1], recurrence: recurrence))
  }

  func oneDirectionLSTM() throws(ModelFileError) -> [Layer] {
    let forward = try direction(
      try parameters.required("weight_params"), functions: try functions("activations", count: 3))
    return step(try longShortTermMemory(forward: forward, backward: nil))
  }

  func twoDirectionLSTM() throws(ModelFileError) -> [Layer] {
    let directions = parameters.messages("weight_params")
    guard directions.count == 2 else {
      throw invalid(
        found: "weights for \(directions.count) directions", expected: "forward and backward")
    }
    let forward = try direction(
      directions[0], functions: try functions("activations_forward_lstm", count: 3))
    let backward = try direction(
      directions[1], functions: try functions("activations_backward_lstm", count: 3))
    return step(try longShortTermMemory(forward: forward, backward: backward))
  }

  private func functions(
    _ name: StaticString, count: Int
  ) throws(ModelFileError) -> [Recurrence.Function] {
    let activations = parameters.messages(name)
    guard activations.count == count else {
      throw invalid(found: "\(activations.count) activations", expected: "\(count)")
    }
    var functions: [Recurrence.Function] = []
    for activation in activations { functions.append(try recurrentFunction(activation)) }
    return functions
  }

  private func direction(
    _ weights: Message, functions: [Recurrence.Function]
  ) throws(ModelFileError) -> LongShortTermMemory.Direction {
    let sizes = try sizes()
    let options = try parameters.required("params")
    func gate(
      _ input: StaticString, _ recurrent: StaticString, _ bias: StaticString,
      _ peephole: StaticString?
    ) throws(ModelFileError) -> GateWeights {
      var gate = GateWeights(
        input: try WeightsReader(input, of: weights).weights(shape: [sizes.outputs, sizes.inputs]),
        recurrent: try WeightsReader(recurrent, of: weights).weights(
          shape: [sizes.outputs, sizes.outputs]))
      if options.flag("has_bias_vectors") {
        gate.bias = try WeightsReader(bias, of: weights).weights(shape: [sizes.outputs])
      }
      if options.flag("has_peephole_vectors"), let peephole {
        gate.peephole = try WeightsReader(peephole, of: weights).weights(shape: [sizes.outputs])
      }
      return gate
    }
    return LongShortTermMemory.Direction(
      inputGate: try gate(
        "input_gate_weight_matrix", "input_gate_recursion_matrix", "input_gate_bias_vector",
        "input_gate_peephole_vector"),
      forgetGate: try gate(
        "forget_gate_weight_matrix", "forget_gate_recursion_matrix", "forget_gate_bias_vector",
        "forget_gate_peephole_vector"),
      block: try gate(
        "block_input_weight_matrix", "block_input_recursion_matrix", "block_input_bias_vector",
        nil),
      outputGate: try gate(
        "output_gate_weight_matrix", "output_gate_recursion_matrix", "output_gate_bias_vector",
        "output_gate_peephole_vector"),
      gateActivation: functions[0], blockActivation: functions[1], outputActivation: functions[2])
  }

  private func longShortTermMemory(
    forward: LongShortTermMemory.Direction, backward: LongShortTermMemory.Direction?
  ) throws(ModelFileError) -> LongShortTermMemory {
    let options = try parameters.required("params")
    let clip = options.float("cell_clip_threshold")
    // The reversed reading belongs to the one-direction layer alone.
    let isReversed = backward == nil && parameters.flag("reverse_input")
    return LongShortTermMemory(
      forward: forward, backward: backward,
      recurrence: Recurrence(
        returnsSequence: options.flag("sequence_output"), isReversed: isReversed,
        returnsStates: outputs.count > 1),
      addsForgetBias: options.flag("forget_bias"),
      couplesInputAndForgetGates: options.flag("coupled_input_and_forget_gate"),
      cellClipThreshold: clip == 0 ? 50 : clip)
  }
}
