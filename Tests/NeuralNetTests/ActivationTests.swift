import NeuralNet
import Testing

struct ActivationTests {
  static let functions: [Activation.Function] = [
    .linear(alpha: 2, beta: -1), .relu, .leakyReLU(alpha: 0.2), .thresholdedReLU(alpha: 0.5),
    .preLU(slopes: Weights([0.1, -0.3, 0.5])), .preLU(slopes: Weights([0.3])), .tanh,
    .scaledTanh(alpha: 1.7, beta: 0.6), .sigmoid, .sigmoidHard(alpha: 0.2, beta: 0.5),
    .elu(alpha: 0.7), .softsign, .softplus,
    .parametricSoftplus(alpha: Weights([1, 2, -1]), beta: Weights([1, 0.5, 3])),
    .clip(minimum: -1, maximum: 2), .clampedReLU(alpha: 0.1, maximum: 3), .gelu, .geluTanh,
    .geluSigmoid, .silu, .hardSwish,
  ]

  @Test(arguments: functions, [[3, 4, 5], [2, 2, 3, 1, 7]])
  func fastActivationEqualsItsDefinition(
    _ function: Activation.Function, _ shape: [Int]
  ) throws {
    var noise = Noise(seed: 31)
    try expectTwinsAgree(Activation(function), [noise.tensor(shape, in: -8...8)])
  }

  // v = torch.tensor([-6., -2.5, -1, -0.3, 0, 0.2, 0.9, 3, 7]) through torch.nn.functional's
  // functions of these names; threshold(v, 0.5, 0)
  static let known: [(Activation.Function, Tensor)] = [
    (.leakyReLU(alpha: 0.2), Fixtures.leakyReLU), (.elu(alpha: 0.7), Fixtures.elu),
    (.softsign, Fixtures.softsign), (.softplus, Fixtures.softplus), (.gelu, Fixtures.gelu),
    (.geluTanh, Fixtures.geluTanh), (.silu, Fixtures.silu), (.hardSwish, Fixtures.hardSwish),
    (.sigmoidHard(alpha: 1 / 6, beta: 0.5), Fixtures.sigmoidHard), (.tanh, Fixtures.tanh),
    (.sigmoid, Fixtures.sigmoid), (.clip(minimum: 0, maximum: 6), Fixtures.relu6),
    (.thresholdedReLU(alpha: 0.5), Fixtures.threshold),
  ]

  @Test(arguments: known)
  func activationHasKnownValues(_ function: Activation.Function, _ expected: Tensor) throws {
    let x = Tensor(shape: [9], scalars: [-6, -2.5, -1, -0.3, 0, 0.2, 0.9, 3, 7])
    expectClose(try evaluate(Activation(function), x), expected, tolerance: 1e-6)
    try expectTwinsAgree(Activation(function), [x])
  }

  static let unaries: [Unary] = [
    Unary(.identity), Unary(.identity, scale: 2, shift: 1), Unary(.squareRoot),
    Unary(.reciprocalSquareRoot(epsilon: 1e-3)), Unary(.inverse(epsilon: 1e-3), shift: 0.5),
    Unary(.power(exponent: 2.5)), Unary(.square, scale: 3), Unary(.exp, scale: 0.5, shift: -1),
    Unary(.exp2), Unary(.log(epsilon: 1e-6)), Unary(.log(epsilon: 0), scale: 2, shift: 1),
    Unary(.absolute, shift: -2), Unary(.threshold(minimum: 1)), Unary(.ceiling), Unary(.floor),
    Unary(.round), Unary(.sign, shift: -2), Unary(.sine), Unary(.cosine), Unary(.erf),
    Unary(.logicalNot),
  ]

  @Test(arguments: unaries)
  func fastUnaryFunctionEqualsItsDefinition(_ operation: Unary) throws {
    var noise = Noise(seed: 32)
    try expectTwinsAgree(operation, [noise.tensor([2, 3, 5], in: 0.1...4)])
  }

  @Test func unaryFunctionsFollowTheirFormulas() throws {
    let x = Tensor(shape: [4], scalars: [-2.5, -0.5, 0.5, 4])
    #expect(try evaluate(Unary(.round), x).scalars == [-2, 0, 0, 4])
    #expect(try evaluate(Unary(.sign), x).scalars == [-1, -1, 1, 1])
    #expect(try evaluate(Unary(.absolute, scale: 2, shift: 1), x).scalars == [4, 0, 2, 9])
    #expect(try evaluate(Unary(.threshold(minimum: 0)), x).scalars == [0, 0, 0.5, 4])
    #expect(try evaluate(Unary(.inverse(epsilon: 0)), x).scalars == [-0.4, -2, 2, 0.25])
  }

  @Test func activationsKeepInfinityAndNotANumberInTheirPlace() throws {
    let x = Tensor(shape: [4], scalars: [1, .infinity, -.infinity, 2])
    for function in [Activation.Function.sigmoid, .tanh, .softplus] {
      let network = network(of: Activation(function))
      let plan = try network.compile(inputShapes: ["x0": [4]])
      let result = try #require(run(plan, ["x0": x])["y0"])
      let expected = try evaluate(Activation(function), x)
      expectClose(result, expected)
    }
  }
}
