internal import NeuralNet

extension OperationReader {
  /// Gates in the order of the file: input, forget, output, block.
  func longShortTermMemory() throws(ModelFileError) -> [ProgramValue] {
    let direction = try text("direction", default: "forward")
    guard ["forward", "reverse", "bidirectional"].contains(direction) else {
      throw unsupported(
        found: "the direction '\(direction)'", expected: "forward, reverse or bidirectional")
    }
    let isBidirectional = direction == "bidirectional"
    let forward = try memoryDirection(suffix: "")
    let backward = isBidirectional ? try memoryDirection(suffix: "_back") : nil
    let layer = LongShortTermMemory(
      forward: forward, backward: backward,
      recurrence: try recurrence(isReversed: direction == "reverse"),
      cellClipThreshold: try number("clip", default: .greatestFiniteMagnitude))
    let count = isBidirectional ? 2 : 1
    let h = try states("initial_h", directions: count)
    let c = try states("initial_c", directions: count)
    var inputs = [try input()]
    if !(h.areZero && c.areZero) {
      for index in 0..<count { inputs += [h.values[index], c.values[index]] }
    }
    let results = try emit(layer, inputs)
    // The states of each direction: h, c, then those of the second.
    return [
      results[0], try joined(stride(from: 1, to: results.count, by: 2).map { results[$0] }),
      try joined(stride(from: 2, to: results.count, by: 2).map { results[$0] }),
    ]
  }

  private func memoryDirection(
    suffix: String
  ) throws(ModelFileError) -> LongShortTermMemory.Direction {
    let gates = try gateWeights(suffix: suffix, count: 4, bias: "bias\(suffix)")
    var (input, forget, output) = (gates[0], gates[1], gates[2])
    if let peephole = try weights("peephole\(suffix)") {
      let parts = try rows(of: peephole, count: 3)
      (input.peephole, forget.peephole, output.peephole) = (parts[0], parts[1], parts[2])
    }
    let gateActivation = try function("recurrent_activation", default: "sigmoid")
    return LongShortTermMemory.Direction(
      inputGate: input, forgetGate: forget, block: gates[3], outputGate: output,
      gateActivation: gateActivation,
      blockActivation: try function("cell_activation", default: "tanh"),
      outputActivation: try function("activation", default: "tanh"))
  }

  /// Gates in the order of the file: reset, output, update.
  func gatedRecurrentUnit() throws(ModelFileError) -> [ProgramValue] {
    let resetsAfter = try flag("reset_after")
    var inputBias: [Weights]?
    if let all = try weights("input_bias") { inputBias = try rows(of: all, count: 3) }
    var gates = try gateWeights(suffix: "", count: 3, bias: "bias")
    let recurrentBias = gates[1].bias
    if resetsAfter { gates[1].bias = nil }
    if let inputBias {
      for index in gates.indices {
        gates[index].bias = try sum(gates[index].bias, inputBias[index])
      }
    }
    let layer = GatedRecurrentUnit(
      update: gates[2], reset: gates[0], output: gates[1],
      gateActivation: try function("recurrent_activation", default: "sigmoid"),
      outputActivation: try function("activation", default: "tanh"),
      recurrence: try recurrence(isReversed: try isReversed()),
      resetPlace: resetsAfter ? .afterProduct(bias: recurrentBias) : .beforeProduct)
    return try oneDirection(layer)
  }

  func simpleRecurrent() throws(ModelFileError) -> [ProgramValue] {
    let gates = try gateWeights(suffix: "", count: 1, bias: "bias")
    return try oneDirection(
      SimpleRecurrent(
        cell: gates[0], activation: try function("activation", default: "tanh"),
        recurrence: try recurrence(isReversed: try isReversed())))
  }

  private func oneDirection(
    _ layer: any LayerOperation
  ) throws(ModelFileError) -> [ProgramValue] {
    let h = try states("initial_h", directions: 1)
    let results = try emit(layer, [try input()] + (h.areZero ? [] : h.values))
    return [results[0], try joined([results[1]])]
  }

  // MARK: Parts

  private func isReversed() throws(ModelFileError) -> Bool {
    switch try text("direction", default: "forward") {
    case "forward": return false
    case "reverse": return true
    case let other:
      throw unsupported(found: "the direction '\(other)'", expected: "forward or reverse")
    }
  }

  private func recurrence(isReversed: Bool) throws(ModelFileError) -> Recurrence {
    Recurrence(
      returnsSequence: try flag("output_sequence"), isReversed: isReversed, returnsStates: true)
  }

  /// The initial states of each direction, (batch, outputs), and whether all are known to be zero.
  private func states(
    _ name: String, directions: Int
  ) throws(ModelFileError) -> (values: [ProgramValue], areZero: Bool) {
    let value = try input(name)
    let areZero = value.constant?.floats?.allSatisfy { $0 == 0 } ?? false
    guard directions > 1 else { return ([value], areZero) }
    return (try emit(Split(.equal(count: directions), axis: -1), [value]), areZero)
  }

  /// Final states of all directions side by side, (batch, directions * outputs).
  private func joined(_ states: [ProgramValue]) throws(ModelFileError) -> ProgramValue {
    var flat: [ProgramValue] = []
    for state in states {
      flat.append(
        state.rank == 2
          ? state : try single(Reshape(shape: Array(state.shape.suffix(2))), state))
    }
    return flat.count == 1 ? flat[0] : try emit(Concatenate(axis: -1), flat)[0]
  }

  /// The weights of all gates, cut from matrices and vectors that hold them one below the other.
  private func gateWeights(
    suffix: String, count: Int, bias: String
  ) throws(ModelFileError) -> [GateWeights] {
    let input = try rows(of: try requiredWeights("weight_ih\(suffix)"), count: count)
    let recurrent = try rows(of: try requiredWeights("weight_hh\(suffix)"), count: count)
    var biases: [Weights]?
    if let all = try weights(bias) { biases = try rows(of: all, count: count) }
    return (0..<count).map {
      GateWeights(input: input[$0], recurrent: recurrent[$0], bias: biases?[$0])
    }
  }

  /// Weights cut into equal parts along the first axis.
  private func rows(of weights: Weights, count: Int) throws(ModelFileError) -> [Weights] {
    guard let length = weights.shape.first, length % count == 0, length > 0 else {
      throw invalid(
        found: "weights of shape \(weights.shape)", expected: "the rows of \(count) gates")
    }
    let shape = [length / count] + weights.shape.dropFirst()
    return try derived("rows of \(count) gates", from: weights) { () throws(ModelFileError) in
      let numbers = weights.scalars.array
      let part = numbers.count / count
      var parts: [Weights] = []
      for start in stride(from: 0, to: numbers.count, by: part) {
        parts.append(try made(shape, WeightScalars(Array(numbers[start..<start + part]))))
      }
      return parts
    }
  }

  private func sum(_ first: Weights?, _ second: Weights) throws(ModelFileError) -> Weights {
    guard let first else { return second }
    guard first.count == second.count else {
      throw invalid(
        found: "biases of \(first.count) and \(second.count) numbers", expected: "as many")
    }
    return Weights(zip(first.scalars, second.scalars).map { $0 + $1 })
  }

  private func function(
    _ name: String, default absent: String
  ) throws(ModelFileError) -> Recurrence.Function {
    switch try text(name, default: absent) {
    case "sigmoid": return .sigmoid
    case "tanh": return .tanh
    case "relu": return .relu
    case "linear": return .linear(alpha: 1, beta: 0)
    case "hard_sigmoid", "sigmoid_hard": return .sigmoidHard(alpha: 0.2, beta: 0.5)
    case "scaled_tanh": return .scaledTanh(alpha: 1.7159, beta: 2 / 3)
    case let other:
      throw unsupported(
        found: "the activation '\(other)'", expected: "sigmoid, tanh, relu, linear or another known"
      )
    }
  }
}
