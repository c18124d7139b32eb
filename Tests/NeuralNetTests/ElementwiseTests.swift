import NeuralNet
import Testing

struct ElementwiseTests {
  static let binary: [Elementwise.Function] = [
    .add, .subtract, .multiply, .divide, .average, .maximum, .minimum, .floorDivide, .modulo,
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .logicalAnd, .logicalOr,
    .logicalXor,
  ]

  static let shapes: [[[Int]]] = [
    [[2, 3, 4], [2, 3, 4]], [[2, 3, 4], [3, 1]], [[1, 4], [2, 3, 1]], [[5], [1]],
    [[2, 1, 8, 3, 3], [1, 8, 1, 1]], [[1, 3, 1], [2, 1, 4]],
  ]

  @Test(arguments: binary, shapes)
  func fastCombinationEqualsItsDefinition(
    _ function: Elementwise.Function, _ shapes: [[Int]]
  ) throws {
    var noise = Noise(seed: 41)
    let inputs = shapes.map { noise.tensor($0, in: 0.5...3) }
    try expectTwinsAgree(Elementwise(function), inputs)
  }

  @Test func powersEqualTheirDefinition() throws {
    var noise = Noise(seed: 42)
    try expectTwinsAgree(
      Elementwise(.power), [noise.tensor([3, 4], in: 0.2...3), noise.tensor([4], in: -2...2)])
  }

  @Test(arguments: [Elementwise.Function.add, .multiply, .average, .maximum, .minimum])
  func anyNumberOfInputsIsCombined(_ function: Elementwise.Function) throws {
    var noise = Noise(seed: 43)
    for count in [1, 3, 4] {
      let inputs = (0..<count).map { noise.tensor($0 == 1 ? [1, 5] : [4, 5]) }
      try expectTwinsAgree(Elementwise(function), inputs)
    }
  }

  @Test func combinationsFollowTheirFormulas() throws {
    let x = Tensor(shape: [2, 2], scalars: [-7, 7, 0, 3])
    let y = Tensor(shape: [2], scalars: [2, -2])
    func combine(_ function: Elementwise.Function) throws -> [Float] {
      try evaluate(Elementwise(function), x, y).scalars
    }
    #expect(try combine(.add) == [-5, 5, 2, 1])
    #expect(try combine(.average) == [-2.5, 2.5, 1, 0.5])
    #expect(try combine(.floorDivide) == [-4, -4, 0, -2])
    #expect(try combine(.modulo) == [1, -1, 0, -1])
    #expect(try combine(.greater) == [0, 1, 0, 1])
    #expect(try combine(.logicalAnd) == [1, 1, 0, 1])
    #expect(try combine(.logicalXor) == [0, 0, 1, 0])
  }

  @Test func selectionTakesOneOfTwo() throws {
    let condition = Tensor(shape: [2, 1], scalars: [0, 3])
    let first = Tensor(shape: [3], scalars: [1, 2, 3])
    let second = Tensor(shape: [1], scalars: [9])
    let result = try evaluate(Select(), condition, first, second)
    #expect(result == Tensor(shape: [2, 3], scalars: [9, 9, 9, 1, 2, 3]))
    try expectTwinsAgree(Select(), [condition, first, second])
  }

  @Test(arguments: [[1], [3, 1, 1], [3, 4, 5], [1, 4, 5], [5]])
  func affineLayersBroadcastTheirConstants(_ shape: [Int]) throws {
    var noise = Noise(seed: 44)
    let (scale, bias) = (noise.weights(shape), noise.weights(shape))
    let x = noise.tensor([2, 3, 4, 5])
    try expectTwinsAgree(Affine(scale: scale, bias: bias), [x])
    try expectTwinsAgree(Affine(scale: nil, bias: bias), [x])
    try expectTwinsAgree(Affine(scale: scale, bias: nil), [x])
  }
}
