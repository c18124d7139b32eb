import NeuralNet
import Testing

struct ReduceTests {
  static let functions: [Reduce.Function] = [
    .sum, .mean, .product, .sumOfSquares, .l1, .l2, .maximum, .minimum, .logSum(epsilon: 1e-3),
    .logSumExp,
  ]

  @Test(arguments: functions, [[-1], [-3], [-3, -1], [0, 2], [-3, -2, -1]])
  func fastReductionEqualsItsDefinition(_ function: Reduce.Function, _ axes: [Int]) throws {
    var noise = Noise(seed: 51)
    let x = noise.tensor([2, 3, 7, 21], in: 0.2...1.2)
    try expectTwinsAgree(Reduce(function, axes: axes), [x])
    try expectTwinsAgree(Reduce(function, axes: axes, keepsAxes: false), [x])
  }

  @Test(arguments: [Reduce.Function.argMaximum, .argMinimum], [0, 1, -1])
  func theFirstOfEqualExtremesIsFound(_ function: Reduce.Function, _ axis: Int) throws {
    let x = Tensor(
      shape: [2, 3, 3], scalars: [1, 5, 5, 0, 0, 1, 7, 7, 7, 5, 1, 1, 2, 0, 2, 7, 7, 8])
    try expectTwinsAgree(Reduce(function, axes: [axis]), [x])
    let last = try evaluate(Reduce(.argMaximum, axes: [-1], keepsAxes: false), x)
    #expect(last == Tensor(shape: [2, 3], scalars: [1, 2, 0, 0, 0, 2]))
  }

  @Test func reducingAllAxesLeavesOneNumber() throws {
    let x = Tensor(shape: [2, 3], scalars: [1, 2, 3, 4, 5, 6])
    #expect(
      try evaluate(Reduce(.sum, axes: nil, keepsAxes: false), x) == Tensor(shape: [], scalars: [21])
    )
    try expectTwinsAgree(Reduce(.mean, axes: nil, keepsAxes: false), [x])
    try expectTwinsAgree(Reduce(.mean, axes: nil), [x])
  }

  // y = (torch.arange(24.) * 5 % 13 - 6).reshape(1, 6, 2, 2) / 3; torch.logsumexp(y, 1)
  @Test func logSumExpHasKnownValues() throws {
    let y = Tensor(
      shape: [1, 6, 2, 2], scalars: (0..<24).map { Float($0 * 5 % 13 - 6) / 3 })
    expectClose(
      try evaluate(Reduce(.logSumExp, axes: [1], keepsAxes: false), y), Fixtures.logSumExp)
  }

  @Test(arguments: [0, 1, 2, -1])
  func cumulativeSumsEqualTheirDefinition(_ axis: Int) throws {
    var noise = Noise(seed: 52)
    let x = noise.tensor([3, 4, 5])
    for (isExclusive, isReversed) in [(false, false), (true, false), (false, true), (true, true)] {
      try expectTwinsAgree(
        CumulativeSum(axis: axis, isExclusive: isExclusive, isReversed: isReversed), [x])
    }
    let line = Tensor(shape: [3], scalars: [1, 2, 3])
    #expect(try evaluate(CumulativeSum(axis: 0), line).scalars == [1, 3, 6])
    #expect(
      try evaluate(CumulativeSum(axis: 0, isExclusive: true, isReversed: true), line).scalars
        == [5, 3, 0])
  }

  @Test(arguments: [0, 1, -1, -3])
  func softmaxEqualsItsDefinitionAlongAnyAxis(_ axis: Int) throws {
    var noise = Noise(seed: 53)
    let x = noise.tensor([2, 5, 3, 4], in: -9...9)
    try expectTwinsAgree(Softmax(axis: axis), [x])
    let known = try evaluate(
      Softmax(axis: 0), Tensor(shape: [2], scalars: [1000, 1000 + 1.098_612_3]))
    expectClose(known, Tensor(shape: [2], scalars: [0.25, 0.75]), tolerance: 1e-4)
  }
}
