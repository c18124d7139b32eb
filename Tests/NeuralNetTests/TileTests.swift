import Testing

@testable import NeuralNet

/// The tile unit's form of a layer gives what the layer's definition gives, to 2^-16 of its summands.
///
/// Where the processor has no such unit, these tests compare oneDNN's form instead.
struct TileTests {
  struct Case: CustomTestStringConvertible {
    var input: [Int]
    var outputs: Int
    var stride = Size2D.one
    var padding = SpatialPadding.amounts(top: 1, bottom: 1, left: 1, right: 1)
    var between: Activation.Function?
    var end: Activation.Function?
    var isResidual = false
    var hasTapBias = false
    var testDescription: String {
      "\(input) to \(outputs), stride \(stride), \(padding), \(isResidual ? "residual" : "plain")"
    }
  }

  static let cases: [Case] = [
    Case(input: [1, 1, 16, 149, 32], outputs: 48, stride: Size2D(height: 2, width: 2), end: .relu),
    Case(input: [1, 1, 48, 75, 16], outputs: 64, end: .relu),
    Case(input: [1, 3, 256, 19, 4], outputs: 256, end: .relu, isResidual: true),
    Case(input: [2, 384, 19, 2], outputs: 384, end: .relu, isResidual: true),
    Case(input: [256, 19, 4], outputs: 384, stride: Size2D(height: 1, width: 2), end: .relu),
    Case(
      input: [32, 12, 10], outputs: 40, between: .clip(minimum: 0, maximum: 6), end: .hardSwish,
      isResidual: false, hasTapBias: true),
    Case(
      input: [80, 7, 9], outputs: 23, padding: .sameBottomRight, between: .relu,
      end: .clampedReLU(alpha: 0, maximum: 1)),
    Case(
      input: [64, 17, 13], outputs: 65, stride: Size2D(height: 3, width: 2), padding: .valid,
      hasTapBias: true),
    Case(
      input: [16, 5, 1], outputs: 300,
      padding: .amounts(top: 2, bottom: 0, left: 2, right: 1)),
    Case(input: [96, 1, 1], outputs: 176, end: .sigmoid),
  ]

  /// What holds a matrix exactly: the unit keeps each kind of matrix in another way.
  enum Precision: CaseIterable {
    case single
    /// As most model files are.
    case half
    /// 8 significant bits, as the unit itself takes them.
    case short

    func rounded(_ weights: Weights) -> Weights {
      let scalars = weights.scalars.map { number in
        switch self {
        case .single: number
        case .half: Float(Float16(number))
        case .short: Float(bitPattern: number.bitPattern &+ 0x8000 & 0xFFFF_0000)
        }
      }
      guard let rounded = try? Weights(shape: weights.shape, scalars: scalars) else {
        preconditionFailure("a shape of weights in a test")
      }
      return rounded
    }
  }

  private static func separable(_ test: Case, _ precision: Precision = .single) -> Network {
    var noise = Noise(seed: 11)
    let channels = test.input[test.input.count - 3]
    let depthwise = Convolution(
      weights: noise.weights([channels, 1, 3, 3], in: -0.6...0.6),
      bias: test.hasTapBias ? noise.weights([channels]) : nil, stride: test.stride,
      groups: channels, padding: test.padding)
    let bound = 1.7 / Float(channels).squareRoot()
    let matrix = precision.rounded(
      noise.weights([test.outputs, channels, 1, 1], in: -bound...bound))
    let pointwise = Convolution(weights: matrix, bias: noise.weights([test.outputs]))
    var layers = [Layer(name: "depth", operation: depthwise, inputs: ["x"], outputs: ["d"])]
    var value = "d"
    func add(_ operation: any LayerOperation, _ others: [String], _ output: String) {
      layers.append(
        Layer(name: output, operation: operation, inputs: [value] + others, outputs: [output]))
      value = output
    }
    if let between = test.between { add(Activation(between), [], "b") }
    add(pointwise, [], "p")
    if test.isResidual { add(Elementwise(.add), ["x"], "s") }
    if let end = test.end { add(Activation(end), [], "e") }
    return Network(inputs: ["x"], layers: layers, outputs: [value])
  }

  @Test(arguments: cases, Precision.allCases)
  func separableConvolutionEqualsItsDefinition(_ test: Case, precision: Precision) throws {
    var noise = Noise(seed: 12)
    let network = Self.separable(test, precision)
    let x = ["x": noise.tensor(test.input)]
    let name = try #require(network.outputs.first)
    let expected = try #require(network.evaluate(x)[name])
    let plan = try network.compile(inputShapes: ["x": test.input])
    for _ in 0..<2 {
      expectClose(try #require(run(plan, x)[name]), expected, tolerance: 2e-5)
    }
    let library = try TileUnit.$isAllowed.withValue(false) {
      try network.compile(inputShapes: ["x": test.input])
    }
    expectClose(try #require(run(library, x)[name]), expected)
  }

  @Test func theUnitIsUsedWhereThereIsOne() throws {
    let network = Self.separable(Self.cases[2])
    let shapes = ["x": Self.cases[2].input]
    let plan = try network.compile(inputShapes: shapes)
    let library = try TileUnit.$isAllowed.withValue(false) {
      try network.compile(inputShapes: shapes)
    }
    #expect(library.primitiveCount >= 2)
    // What is left are copies from and to row-major order.
    #expect(!TileUnit.isInUse || plan.primitiveCount == 2)
  }

  @Test(arguments: [1, 2, 3, 31, 33], Precision.allCases)
  func resultsDoNotDependOnTheRowsBesides(_ count: Int, precision: Precision) throws {
    var noise = Noise(seed: 13)
    let layer = Dense(
      weights: precision.rounded(noise.weights([48, 784])), bias: noise.weights([48]))
    let network = network(of: layer)
    var rows = noise.tensor([count, 784])
    // A row that the unit cannot take.
    if count > 1 { rows.scalars[784 + 3] = .infinity }
    let plan = try network.compile(inputShapes: ["x0": [count, 784]])
    let together = try #require(run(plan, ["x0": rows])["y0"])
    let single = try network.compile(inputShapes: ["x0": [1, 784]])
    guard TileUnit.isInUse else { return }
    for row in 0..<count {
      let alone = Tensor(
        shape: [1, 784], scalars: Array(rows.scalars[row * 784..<(row + 1) * 784]))
      let result = try #require(run(single, ["x0": alone])["y0"])
      #expect(result.scalars == Array(together.scalars[row * 48..<(row + 1) * 48]))
    }
  }

  @Test func whatIsNoNumberStaysNone() throws {
    var noise = Noise(seed: 14)
    let network = network(of: Dense(weights: noise.weights([32, 1024])))
    let plan = try network.compile(inputShapes: ["x0": [1, 1024]])
    var x = noise.tensor([1, 1024])
    x.scalars[77] = .nan
    let result = try #require(run(plan, ["x0": x])["y0"])
    #expect(!result.scalars.contains { !$0.isNaN })
  }

  /// The unit's two parts of an infinite number would make no number of it.
  @Test(arguments: [Float.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 3.3e38])
  func numbersTooLargeForTheUnitAreWhatTheyAreElsewhere(_ number: Float) throws {
    var noise = Noise(seed: 16)
    for precision in Precision.allCases {
      var weights = noise.weights([40, 512], in: -0.01...0.01)
      var scalars = weights.scalars.array
      scalars[3 * 512 + 5] = 0
      weights = try Weights(shape: weights.shape, scalars: scalars)
      weights = precision.rounded(weights)
      var rows = noise.tensor([35, 512])
      rows.scalars[2 * 512 + 5] = number
      rows.scalars[33 * 512 + 511] = -number
      try expectWhatTheLibraryGives(network(of: Dense(weights: weights)), ["x0": rows])
    }
    // One without an activation: oneDNN's rectifier makes 0 of what is no number.
    let test = Self.cases[7]
    var image = noise.tensor(test.input)
    image.scalars[77] = number
    image.scalars[image.scalars.count - 1] = number
    try expectWhatTheLibraryGives(Self.separable(test), ["x": image])
  }

  @Test(arguments: [Float.infinity, .nan])
  func weightsThatAreNotFiniteDoWhatTheyDoElsewhere(_ number: Float) throws {
    var noise = Noise(seed: 17)
    let rows = noise.tensor([3, 512])
    var scalars = noise.weights([64, 512], in: -0.05...0.05).scalars.array
    scalars[9 * 512 + 100] = number
    let weights = try Weights(shape: [64, 512], scalars: scalars)
    try expectWhatTheLibraryGives(network(of: Dense(weights: weights)), ["x0": rows])
  }

  /// Expects numbers within 2^-15, and the same infinities, of the library's plan of a network.
  private func expectWhatTheLibraryGives(
    _ network: Network, _ inputs: [String: Tensor]
  ) throws {
    let name = try #require(network.outputs.first)
    let shapes = inputs.mapValues(\.shape)
    let found = try #require(run(try network.compile(inputShapes: shapes), inputs)[name])
    let library = try TileUnit.$isAllowed.withValue(false) {
      try network.compile(inputShapes: shapes)
    }
    let expected = try #require(run(library, inputs)[name])
    for (a, b) in zip(found.scalars, expected.scalars) {
      let isSame = a == b || a.isNaN && b.isNaN
      #expect(isSame || abs(a - b) <= 0x1p-15 * max(1, abs(b)), "found \(a), expected \(b)")
    }
  }

  /// Gates of channels, as squeeze-and-excitation has them, leave the image where it lies.
  @Test(arguments: [false, true])
  func gatesOfChannelsNeedNoCopies(_ poolsGlobally: Bool) throws {
    var noise = Noise(seed: 18)
    let channels = 64
    var layers: [Layer] = []
    func add(_ operation: any LayerOperation, _ inputs: [String], _ output: String) {
      layers.append(Layer(name: output, operation: operation, inputs: inputs, outputs: [output]))
    }
    func addSeparable(_ input: String, _ output: String) {
      let kernels = noise.weights([channels, 1, 3, 3], in: -0.6...0.6)
      let matrix = noise.weights([channels, channels, 1, 1], in: -0.2...0.2)
      let padding = SpatialPadding.amounts(top: 1, bottom: 1, left: 1, right: 1)
      add(
        Convolution(weights: kernels, groups: channels, padding: padding), [input],
        "\(output) depth")
      add(
        Convolution(weights: matrix, bias: noise.weights([channels])), ["\(output) depth"], output)
    }
    addSeparable("x", "a")
    add(Activation(.relu), ["a"], "block")
    addSeparable("block", "b")
    if poolsGlobally {
      add(Pooling(.average(excludesPadding: true), window: .global), ["block"], "mean")
    } else {
      add(Reduce(.mean, axes: [-2, -1]), ["block"], "mean")
    }
    func dense(_ inputs: Int, _ outputs: Int) -> Dense {
      Dense(
        weights: noise.weights([outputs, inputs], in: -0.3...0.3), bias: noise.weights([outputs]),
        vector: .channelsHeightWidth)
    }
    add(dense(channels, 16), ["mean"], "squeezed")
    add(Activation(.relu), ["squeezed"], "few")
    add(dense(16, channels), ["few"], "excited")
    add(Activation(.sigmoid), ["excited"], "gate")
    add(Elementwise(.multiply), ["b", "gate"], "gated")
    add(Elementwise(.add), ["gated", "block"], "sum")
    add(Activation(.relu), ["sum"], "y")
    let network = Network(inputs: ["x"], layers: layers, outputs: ["y"])
    let x = noise.tensor([1, 3, channels, 19, 6])
    let plan = try network.compile(inputShapes: ["x": x.shape])
    let expected = try #require(network.evaluate(["x": x])["y"])
    expectClose(try #require(run(plan, ["x": x])["y"]), expected, tolerance: 2e-5)
  }

  @Test(arguments: [
    Size2D.one, Size2D(height: 2, width: 2), Size2D(height: 3, width: 1),
  ])
  func theFirstConvolutionEqualsItsDefinition(_ stride: Size2D) throws {
    var noise = Noise(seed: 15)
    for (shape, padding) in [
      ([2, 1, 21, 18], SpatialPadding.amounts(top: 1, bottom: 1, left: 1, right: 1)),
      ([1, 9, 7], .valid), ([1, 5, 5], .sameTopLeft), ([1, 3, 70], .sameBottomRight),
      ([1, 3, 3], .amounts(top: 5, bottom: 4, left: 0, right: 7)),
    ] {
      try expectTwinsAgree(
        Convolution(
          weights: noise.weights([32, 1, 3, 3]), bias: noise.weights([32]), stride: stride,
          padding: padding), [noise.tensor(shape)])
    }
  }
}
