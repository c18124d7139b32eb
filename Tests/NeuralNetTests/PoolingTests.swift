import NeuralNet
import Testing

struct PoolingTests {
  struct Case {
    var input: [Int]
    var kernel = Size2D(height: 3, width: 3)
    var stride = Size2D(height: 2, width: 2)
    var padding = SpatialPadding.valid
    var roundsUp = false
  }

  static let cases: [Case] = [
    Case(input: [1, 7, 9]),
    Case(input: [2, 3, 8, 6], padding: .sameBottomRight),
    Case(input: [1, 2, 5, 8, 6], padding: .sameTopLeft),
    Case(input: [16, 8, 6], padding: .amounts(top: 1, bottom: 0, left: 2, right: 1)),
    Case(
      input: [3, 8, 6], padding: .amounts(top: 1, bottom: 1, left: 1, right: 1), roundsUp: true),
    Case(input: [3, 8, 8], kernel: Size2D(height: 2, width: 3), roundsUp: true),
    Case(input: [2, 2, 400], kernel: Size2D(height: 2, width: 360), stride: .one),
    Case(input: [4, 6, 40], kernel: Size2D(height: 1, width: 20), stride: .one),
    Case(
      input: [2, 5, 5], kernel: Size2D(height: 2, width: 2),
      padding: .amounts(top: 3, bottom: 2, left: 0, right: 0)),
  ]

  static let functions: [Pooling.Function] = [
    .maximum, .average(excludesPadding: false), .average(excludesPadding: true), .l2,
  ]

  @Test(arguments: cases, functions)
  func fastPoolingEqualsItsDefinition(_ test: Case, _ function: Pooling.Function) throws {
    var noise = Noise(seed: 21)
    let operation = Pooling(
      function,
      window: .sliding(
        kernel: test.kernel, KernelWindow(stride: test.stride, padding: test.padding),
        roundsUp: test.roundsUp))
    try expectTwinsAgree(operation, [noise.tensor(test.input)])
  }

  @Test(arguments: functions)
  func globalPoolingTakesTheWholeImage(_ function: Pooling.Function) throws {
    var noise = Noise(seed: 22)
    let operation = Pooling(function, window: .global)
    try expectTwinsAgree(operation, [noise.tensor([2, 2, 9, 7, 5])])
    let image = Tensor(shape: [1, 1, 4], scalars: [-3, 0, 4, 0])
    let expected: Float =
      switch function {
      case .maximum: 4
      case .average: 0.25
      case .l2: 5
      }
    #expect(try evaluate(operation, image).scalars == [expected])
  }

  // x = (torch.arange(30.) * 7 % 11 - 4).reshape(1, 5, 6); avg_pool2d(x, 3, 2, 1, ceil_mode=True,
  // count_include_pad=True and False); max_pool2d(x, 2, 2, ceil_mode=True)
  @Test func poolingHasKnownValues() throws {
    let image = Tensor(shape: [1, 5, 6], scalars: (0..<30).map { Float($0 * 7 % 11 - 4) })
    let three = Pooling.Window.sliding(
      kernel: Size2D(height: 3, width: 3),
      KernelWindow(
        stride: Size2D(height: 2, width: 2),
        padding: .amounts(top: 1, bottom: 1, left: 1, right: 1)), roundsUp: true)
    let two = Pooling.Window.sliding(
      kernel: Size2D(height: 2, width: 2), KernelWindow(stride: Size2D(height: 2, width: 2)),
      roundsUp: true)
    let counted = Pooling(.average(excludesPadding: false), window: three)
    let inside = Pooling(.average(excludesPadding: true), window: three)
    expectClose(try evaluate(counted, image), Fixtures.averageCeil)
    expectClose(try evaluate(inside, image), Fixtures.averageCeilInside)
    expectClose(try evaluate(Pooling(.maximum, window: two), image), Fixtures.maximumCeil)
  }
}
