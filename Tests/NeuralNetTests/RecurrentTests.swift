import NeuralNet
import Testing

struct RecurrentTests {
  // The k-th pattern: ((arange(n * m) * k % 9) - 4).reshape(n, m) / 5, in rows of gates.
  private static func pattern(_ gate: Int, _ k: Int, sign: Float = 1) -> Weights {
    let numbers = (gate * 4..<gate * 4 + 4).map { sign * Float($0 * k % 9 - 4) / 5 }
    guard let weights = try? Weights(shape: [2, 2], scalars: numbers) else {
      preconditionFailure("a shape of weights in a test")
    }
    return weights
  }

  // W = pattern 5, R = pattern 7, b = (arange(8.) % 3 - 1) / 4
  private static func gate(_ index: Int, sign: Float = 1, biasFactor: Float = 1) -> GateWeights {
    let bias = (index * 2..<index * 2 + 2).map { biasFactor * Float($0 % 3 - 1) / 4 }
    return GateWeights(
      input: pattern(index, 5, sign: sign), recurrent: pattern(index, 7), bias: Weights(bias))
  }

  // (torch.arange(12.) * 5 % 7 - 3).reshape(3, 2, 2) / 2
  private static let sequence = Tensor(
    shape: [3, 2, 2], scalars: (0..<12).map { Float($0 * 5 % 7 - 3) / 2 })

  // torch.nn.LSTM(2, 2, bidirectional=True) with W, R, b forward and -W, R, 2 b backward;
  // PyTorch keeps its gates in the order input, forget, block, output.
  @Test func bidirectionalMemoryHasKnownValues() throws {
    func direction(_ sign: Float, _ factor: Float) -> LongShortTermMemory.Direction {
      let gates = (0..<4).map { Self.gate($0, sign: sign, biasFactor: factor) }
      return LongShortTermMemory.Direction(
        inputGate: gates[0], forgetGate: gates[1], block: gates[2], outputGate: gates[3])
    }
    let operation = LongShortTermMemory(
      forward: direction(1, 1), backward: direction(-1, 2),
      recurrence: Recurrence(returnsSequence: true, returnsStates: true))
    let network = network(of: operation, outputCount: 5)
    let result = try network.evaluate(["x0": Self.sequence])
    expectClose(try #require(result["y0"]), Fixtures.lstm)
    let states = try (1...4).map { try #require(result["y\($0)"]).scalars }
    #expect(states.allSatisfy { $0.count == 4 })
    let h = Tensor(shape: [2, 2, 2], scalars: states[0] + states[2])
    let c = Tensor(shape: [2, 2, 2], scalars: states[1] + states[3])
    expectClose(h, Fixtures.lstmH)
    expectClose(c, Fixtures.lstmC)
    try expectTwinsAgree(operation, [Self.sequence], outputCount: 5)
  }

  // torch.nn.RNN(2, 2) with the first gate; numpy for the unit whose reset comes before the product.
  @Test func simpleAndGatedLayersHaveKnownValues() throws {
    let recurrence = Recurrence(returnsSequence: true)
    let simple = SimpleRecurrent(cell: Self.gate(0), activation: .tanh, recurrence: recurrence)
    expectClose(try evaluate(simple, Self.sequence), Fixtures.rnn)
    let gated = GatedRecurrentUnit(
      update: Self.gate(0), reset: Self.gate(1), output: Self.gate(2), recurrence: recurrence)
    expectClose(try evaluate(gated, Self.sequence), Fixtures.gru)
  }

  @Test(arguments: [false, true])
  func theResetGateMayActAfterTheProduct(_ isReversed: Bool) throws {
    var noise = Noise(seed: 55)
    func gate() -> GateWeights {
      GateWeights(
        input: noise.weights([5, 3]), recurrent: noise.weights([5, 5]), bias: noise.weights([5]))
    }
    let unit = GatedRecurrentUnit(
      update: gate(), reset: gate(), output: gate(),
      recurrence: Recurrence(returnsSequence: true, isReversed: isReversed, returnsStates: true),
      resetPlace: .afterProduct(bias: noise.weights([5])))
    let (x, h) = (noise.tensor([4, 2, 3]), noise.tensor([2, 5]))
    try expectTwinsAgree(unit, [x, h], outputCount: 2)
  }

  struct Case {
    var shape: [Int]
    var recurrence: Recurrence
    var hasStates = false
    var isBidirectional = false
    var hasPeepholes = false
    var isCoupled = false
    var clip: Float = 50
    var gate = Recurrence.Function.sigmoid
  }

  static let cases: [Case] = [
    Case(shape: [6, 1, 5], recurrence: Recurrence(returnsSequence: true)),
    Case(shape: [6, 3, 5, 1, 1], recurrence: Recurrence(returnsSequence: false)),
    Case(shape: [4, 2, 5], recurrence: Recurrence(returnsSequence: true, isReversed: true)),
    Case(
      shape: [4, 2, 5], recurrence: Recurrence(returnsSequence: false, returnsStates: true),
      hasStates: true),
    Case(
      shape: [4, 2, 5], recurrence: Recurrence(returnsSequence: true, returnsStates: true),
      isBidirectional: true, gate: .sigmoidHard(alpha: 0.2, beta: 0.5)),
    Case(
      shape: [4, 2, 5], recurrence: Recurrence(returnsSequence: false, returnsStates: true),
      hasStates: true, isBidirectional: true, hasPeepholes: true),
    Case(
      shape: [30, 1, 5], recurrence: Recurrence(returnsSequence: true), hasPeepholes: true,
      isCoupled: true, clip: 0.3),
  ]

  private static func gates(_ count: Int, outputs: Int, hasPeepholes: Bool) -> [GateWeights] {
    var noise = Noise(seed: 91)
    return (0..<count).map { index in
      GateWeights(
        input: noise.weights([outputs, 5]), recurrent: noise.weights([outputs, outputs]),
        bias: index == 1 ? nil : noise.weights([outputs]),
        peephole: hasPeepholes && index % 4 != 2 ? noise.weights([outputs]) : nil)
    }
  }

  private static func inputs(_ test: Case, states: Int, outputs: Int) -> [Tensor] {
    var noise = Noise(seed: 92)
    let batch = test.shape[1]
    let given = (0..<(test.hasStates ? states : 0)).map { _ in
      noise.tensor([1, batch, outputs, 1, 1])
    }
    return [noise.tensor(test.shape, in: -2...2)] + given
  }

  @Test(arguments: cases)
  func fastMemoryEqualsItsDefinition(_ test: Case) throws {
    let gates = Self.gates(8, outputs: 11, hasPeepholes: test.hasPeepholes)
    let directions = [0, 4].map { start in
      LongShortTermMemory.Direction(
        inputGate: gates[start], forgetGate: gates[start + 1], block: gates[start + 2],
        outputGate: gates[start + 3], gateActivation: test.gate)
    }
    let operation = LongShortTermMemory(
      forward: directions[0], backward: test.isBidirectional ? directions[1] : nil,
      recurrence: test.recurrence, addsForgetBias: test.isCoupled == false,
      couplesInputAndForgetGates: test.isCoupled, cellClipThreshold: test.clip)
    let states = test.isBidirectional ? 4 : 2
    try expectTwinsAgree(
      operation, Self.inputs(test, states: states, outputs: 11),
      outputCount: test.recurrence.returnsStates ? 1 + states : 1)
  }

  @Test(arguments: cases.filter { !$0.isBidirectional })
  func fastGatedUnitAndSimpleLayerEqualTheirDefinition(_ test: Case) throws {
    let gates = Self.gates(3, outputs: 8, hasPeepholes: false)
    let gated = GatedRecurrentUnit(
      update: gates[0], reset: gates[1], output: gates[2], gateActivation: test.gate,
      recurrence: test.recurrence)
    let outputCount = test.recurrence.returnsStates ? 2 : 1
    let inputs = Self.inputs(test, states: 1, outputs: 8)
    try expectTwinsAgree(gated, inputs, outputCount: outputCount)
    for function in [Recurrence.Function.tanh, .relu, .linear(alpha: 0.5, beta: 0.1)] {
      let simple = SimpleRecurrent(
        cell: gates[0], activation: function, recurrence: test.recurrence)
      try expectTwinsAgree(simple, inputs, outputCount: outputCount, tolerance: 3e-5)
    }
  }
}
