import NeuralNet
import Testing

struct ConvolutionTests {
  struct Case: CustomTestStringConvertible {
    var input: [Int]
    var outputs: Int
    var kernel = Size2D(height: 3, width: 3)
    var stride = Size2D.one
    var dilation = Size2D.one
    var groups = 1
    var padding = SpatialPadding.valid
    var hasBias = true
    var testDescription: String {
      "\(input) to \(outputs), kernel \(kernel), stride \(stride), groups \(groups), \(padding)"
    }
  }

  static let even = SpatialPadding.amounts(top: 1, bottom: 1, left: 1, right: 1)

  static let cases: [Case] = [
    Case(input: [1, 7, 9], outputs: 5),
    Case(input: [3, 8, 5], outputs: 4, padding: even),
    Case(input: [2, 3, 8, 5], outputs: 16, stride: Size2D(height: 2, width: 2), padding: even),
    Case(input: [2, 2, 8, 11, 6], outputs: 8, padding: .sameBottomRight),
    Case(
      input: [8, 11, 6], outputs: 9, stride: Size2D(height: 2, width: 3),
      padding: .sameTopLeft, hasBias: false),
    Case(
      input: [8, 10, 6], outputs: 9, stride: Size2D(height: 2, width: 3),
      padding: .sameBottomRight),
    Case(input: [1, 1, 16, 9, 7], outputs: 16, groups: 16, padding: even),
    Case(
      input: [2, 24, 9, 8], outputs: 24, stride: Size2D(height: 2, width: 2), groups: 24,
      padding: even, hasBias: false),
    Case(input: [5, 9, 7], outputs: 10, groups: 5, padding: even),
    Case(input: [6, 9, 7], outputs: 4, groups: 2),
    Case(input: [16, 9, 7], outputs: 32, kernel: .one),
    Case(input: [2, 13, 9, 7], outputs: 3, kernel: .one, stride: Size2D(height: 2, width: 1)),
    Case(input: [4, 12, 12], outputs: 6, dilation: Size2D(height: 2, width: 3)),
    Case(
      input: [4, 12, 12], outputs: 4, dilation: Size2D(height: 2, width: 2), groups: 4,
      padding: .amounts(top: 2, bottom: 1, left: 0, right: 3)),
    Case(input: [3, 1, 40], outputs: 7, kernel: Size2D(height: 1, width: 9)),
    Case(
      input: [2, 3, 3], outputs: 2,
      padding: .amounts(top: 4, bottom: 5, left: 3, right: 0)),
    Case(
      input: [1, 1, 3000], outputs: 8, kernel: Size2D(height: 1, width: 1024),
      stride: Size2D(height: 1, width: 160)),
    Case(
      input: [8, 1, 300], outputs: 8, kernel: Size2D(height: 1, width: 257), groups: 8,
      padding: .sameBottomRight),
    Case(
      input: [2, 70, 70], outputs: 3, kernel: Size2D(height: 64, width: 64),
      stride: Size2D(height: 3, width: 3)),
    Case(
      input: [8, 3, 3], outputs: 8, kernel: .one,
      padding: .amounts(top: 70, bottom: 2, left: 0, right: 90)),
    Case(
      input: [8, 40, 4], outputs: 8, stride: Size2D(height: 1, width: 1 << 20),
      dilation: Size2D(height: 19, width: 1)),
    Case(
      input: [1, 6, 6], outputs: 1, kernel: Size2D(height: 2, width: 2),
      stride: Size2D(height: 3, width: 3)),
  ]

  @Test(arguments: cases)
  func fastConvolutionEqualsItsDefinition(_ test: Case) throws {
    var noise = Noise(seed: 7)
    let channels = test.input[test.input.count - 3]
    let shape = [test.outputs, channels / test.groups, test.kernel.height, test.kernel.width]
    // As networks are initialised: results stay of the order of 1, however large the kernel.
    let bound = 2 / Float(shape.dropFirst().reduce(1, *)).squareRoot()
    let operation = Convolution(
      weights: noise.weights(shape, in: -bound...bound),
      bias: test.hasBias ? noise.weights([test.outputs]) : nil, stride: test.stride,
      dilation: test.dilation, groups: test.groups, padding: test.padding)
    try expectTwinsAgree(operation, [noise.tensor(test.input)])
  }

  // torch.nn.functional.conv2d(torch.arange(48.).reshape(1, 2, 4, 6),
  //   torch.arange(16.).reshape(4, 1, 2, 2) - 7, torch.tensor([1., 2, 3, 4]),
  //   stride=(2, 1), padding=(1, 0), dilation=(1, 2), groups=2)
  @Test func groupedDilatedConvolutionHasKnownValues() throws {
    let result = try evaluate(
      Convolution(
        weights: Weights(shape: [4, 1, 2, 2], scalars: (0..<16).map { Float($0) - 7 }),
        bias: Weights([1, 2, 3, 4]), stride: Size2D(height: 2, width: 1),
        dilation: Size2D(height: 1, width: 2), groups: 2,
        padding: .amounts(top: 1, bottom: 1, left: 0, right: 0)),
      Tensor(shape: [1, 2, 4, 6], scalars: (0..<48).map(Float.init)))
    expectClose(result, ConvolutionFixtures.groupedDilated)
  }

  // torch.nn.functional.conv_transpose2d(torch.arange(12.).reshape(1, 2, 2, 3),
  //   torch.arange(12.).reshape(2, 1, 2, 3) - 5, torch.tensor([1., -1]), stride=2, padding=(0, 1),
  //   groups=2)
  @Test func groupedDeconvolutionHasKnownValues() throws {
    let result = try evaluate(
      Deconvolution(
        weights: Weights(shape: [2, 1, 2, 3], scalars: (0..<12).map { Float($0) - 5 }),
        bias: Weights([1, -1]), stride: Size2D(height: 2, width: 2), groups: 2,
        padding: .amounts(top: 0, bottom: 0, left: 1, right: 1)),
      Tensor(shape: [1, 2, 2, 3], scalars: (0..<12).map(Float.init)))
    expectClose(result, ConvolutionFixtures.groupedDeconvolution)
  }

  struct TransposedCase {
    var input: [Int]
    var outputsPerGroup: Int
    var kernel = Size2D(height: 3, width: 3)
    var stride = Size2D(height: 2, width: 2)
    var groups = 1
    var padding = SpatialPadding.valid
    var outputSize: Size2D?
  }

  static let transposedCases: [TransposedCase] = [
    TransposedCase(input: [3, 4, 5], outputsPerGroup: 2),
    TransposedCase(input: [2, 8, 4, 5], outputsPerGroup: 16, padding: .sameBottomRight),
    TransposedCase(
      input: [1, 2, 8, 4, 5], outputsPerGroup: 3, kernel: Size2D(height: 4, width: 2), groups: 2,
      padding: .sameTopLeft),
    TransposedCase(input: [4, 3, 3], outputsPerGroup: 1, groups: 4, padding: even),
    TransposedCase(
      input: [4, 3, 3], outputsPerGroup: 2, padding: even,
      outputSize: Size2D(height: 6, width: 5)),
    TransposedCase(
      input: [3, 4, 5], outputsPerGroup: 2, kernel: .one, stride: Size2D(height: 3, width: 2),
      padding: .sameBottomRight),
  ]

  @Test(arguments: transposedCases)
  func fastDeconvolutionEqualsItsDefinition(_ test: TransposedCase) throws {
    var noise = Noise(seed: 9)
    let channels = test.input[test.input.count - 3]
    var operation = Deconvolution(
      weights: noise.weights(
        [channels, test.outputsPerGroup, test.kernel.height, test.kernel.width]),
      bias: noise.weights([test.outputsPerGroup * test.groups]), stride: test.stride,
      groups: test.groups, padding: test.padding)
    operation.outputSize = test.outputSize
    try expectTwinsAgree(operation, [noise.tensor(test.input)])
  }
}
