import NeuralNet
import Testing

/// Merging layers must not change what a network gives.
struct RewriteTests {
  private static func expectSame(
    _ layers: [(any LayerOperation, [String], String)], input: [Int], outputs: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var noise = Noise(seed: 101)
    let network = Network(
      inputs: ["x"],
      layers: layers.map {
        Layer(name: $0.2, operation: $0.0, inputs: $0.1, outputs: [$0.2])
      }, outputs: outputs)
    let x = ["x": noise.tensor(input, in: -2...2)]
    let expected = try network.evaluate(x)
    for rewrites in [true, false] {
      let plan = try network.compile(inputShapes: ["x": input], rewrites: rewrites)
      for _ in 0..<2 {
        let found = run(plan, x)
        for name in outputs {
          expectClose(
            try #require(found[name]), try #require(expected[name]),
            "\(name), rewrites \(rewrites)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  private static func convolution(_ inputs: Int, _ outputs: Int) -> Convolution {
    var noise = Noise(seed: 102)
    return Convolution(
      weights: noise.weights([outputs, inputs, 3, 3], in: -0.3...0.3),
      padding: .amounts(top: 1, bottom: 1, left: 1, right: 1))
  }

  @Test func functionsMoveBeforeReshapesThatUndoEachOther() throws {
    var noise = Noise(seed: 105)
    let row = Convolution(
      weights: noise.weights([5, 5, 1, 3], in: -0.3...0.3),
      padding: .amounts(top: 0, bottom: 0, left: 1, right: 1))
    let layers: [(any LayerOperation, [String], String)] = [
      (ExpandDimensions(axes: [-2]), ["x"], "a"), (row, ["a"], "b"),
      (Squeeze(axes: [-2]), ["b"], "c"), (Activation(.relu), ["c"], "d"),
      (ExpandDimensions(axes: [-2]), ["d"], "e"), (row, ["e"], "f"),
      (Squeeze(axes: [-2]), ["f"], "g"), (Elementwise(.add), ["g", "d"], "h"),
      (Activation(.silu), ["h"], "i"),
    ]
    try Self.expectSame(layers, input: [2, 5, 9], outputs: ["i"])
    try Self.expectSame(layers, input: [2, 5, 9], outputs: ["i", "c"])
    let network = Network(
      inputs: ["x"],
      layers: layers.map { Layer(name: $0.2, operation: $0.0, inputs: $0.1, outputs: [$0.2]) },
      outputs: ["d"])
    let fused = try network.compile(inputShapes: ["x": [2, 5, 9]])
    let plain = try network.compile(inputShapes: ["x": [2, 5, 9]], rewrites: false)
    #expect(fused.primitiveCount < plain.primitiveCount)
  }

  /// How many computations a network makes in a run.
  private static func primitiveCount(
    _ layers: [(any LayerOperation, String, String)], input: [Int]
  ) throws -> Int {
    try Network(
      inputs: ["x"],
      layers: layers.map { Layer(name: $0.2, operation: $0.0, inputs: [$0.1], outputs: [$0.2]) },
      outputs: ["y"]
    ).compile(inputShapes: ["x": input]).primitiveCount
  }

  @Test(arguments: [Reshape(shape: [2, 8, 1, 9]), Reshape(shape: [0, 0, 1, -1])])
  func reshapesThatMovesLeaveBehindJoinTheirNeighbours(_ image: Reshape) throws {
    let convolution = Self.convolution(8, 8)
    // Between the convolutions: to a sequence, two functions, and back to an image.
    let layers: [(any LayerOperation, String, String)] = [
      (convolution, "x", "a"), (Reshape(shape: [2, 8, 9]), "a", "b"), (Activation(.relu), "b", "c"),
      (Unary(.square), "c", "d"), (image, "d", "e"), (Reshape(shape: [2, 8, 3, 3]), "e", "f"),
      (convolution, "f", "y"),
    ]
    try Self.expectSame(
      layers.map { ($0.0, [$0.1], $0.2) }, input: [2, 8, 3, 3], outputs: ["y"])
    let direct: [(any LayerOperation, String, String)] = [
      (convolution, "x", "a"), (Activation(.relu), "a", "c"), (Unary(.square), "c", "d"),
      (convolution, "d", "y"),
    ]
    #expect(
      try Self.primitiveCount(layers, input: [2, 8, 3, 3])
        == Self.primitiveCount(direct, input: [2, 8, 3, 3]))
  }

  @Test func aReshapePassesManyFunctionsInOneGo() throws {
    var layers: [(any LayerOperation, String, String)] = [(Reshape(shape: [6, 4]), "x", "0")]
    for index in 0..<8000 {
      layers.append((Unary(.identity, shift: 1), "\(index)", "\(index + 1)"))
    }
    layers.append((Reshape(shape: [4, 6]), "8000", "y"))
    let network = Network(
      inputs: ["x"],
      layers: layers.map { Layer(name: $0.2, operation: $0.0, inputs: [$0.1], outputs: [$0.2]) },
      outputs: ["y"])
    let plan = try network.compile(inputShapes: ["x": [4, 6]])
    let x = Tensor(shape: [4, 6], scalars: (0..<24).map { Float($0) })
    #expect(run(plan, ["x": x])["y"]?.scalars == x.scalars.map { $0 + 8000 })
  }

  private static func batchNormalization(_ channels: Int) -> BatchNormalization {
    var noise = Noise(seed: 103)
    return BatchNormalization(
      mean: noise.weights([channels]), variance: noise.weights([channels], in: 0.2...2),
      gamma: noise.weights([channels]), beta: noise.weights([channels]))
  }

  @Test(arguments: [[5, 6, 7], [2, 5, 6, 7], [2, 1, 5, 6, 7]])
  func normalizationAndScaleFoldIntoTheConvolutionBefore(_ input: [Int]) throws {
    var noise = Noise(seed: 104)
    let perChannel = noise.weights([8, 1, 1])
    try Self.expectSame(
      [
        (Self.convolution(5, 8), ["x"], "a"), (Self.batchNormalization(8), ["a"], "b"),
        (Affine(scale: perChannel, bias: nil), ["b"], "c"),
        (Affine(scale: nil, bias: perChannel), ["c"], "d"),
        (Constant(perChannel), [], "constant"),
        (Elementwise(.subtract), ["d", "constant"], "e"),
        (Activation(.relu), ["e"], "y"),
      ], input: input, outputs: ["y"])
  }

  @Test func constantsThatDifferByPixelAreNotFolded() throws {
    var noise = Noise(seed: 105)
    try Self.expectSame(
      [
        (Self.convolution(3, 4), ["x"], "a"),
        (Affine(scale: noise.weights([4, 6, 7]), bias: noise.weights([1, 6, 7])), ["a"], "y"),
      ], input: [3, 6, 7], outputs: ["y"])
  }

  @Test func aResultThatIsReadTwiceIsNotFolded() throws {
    try Self.expectSame(
      [
        (Self.convolution(3, 4), ["x"], "a"), (Self.batchNormalization(4), ["a"], "b"),
        (Activation(.tanh), ["a"], "c"), (Elementwise(.add), ["b", "c"], "y"),
      ], input: [3, 6, 7], outputs: ["y", "a"])
  }

  static let activations: [Activation.Function] = [
    .relu, .leakyReLU(alpha: 0.1), .clip(minimum: 0, maximum: 6), .tanh, .sigmoid,
    .sigmoidHard(alpha: 0.2, beta: 0.5), .hardSwish, .silu, .gelu, .elu(alpha: 1),
    .preLU(slopes: Weights([0.2])), .softsign,
  ]

  @Test(arguments: activations)
  func activationsFuseWithConvolutionsAndDenseLayers(_ function: Activation.Function) throws {
    var noise = Noise(seed: 106)
    try Self.expectSame(
      [
        (Self.convolution(3, 12), ["x"], "a"), (Activation(function), ["a"], "b"),
        (Self.convolution(12, 9), ["b"], "c"), (Activation(function), ["c"], "d"),
        (
          Dense(weights: noise.weights([10, 9 * 42]), vector: .channelsHeightWidth), ["d"], "e"
        ),
        (Activation(function), ["e"], "y"),
      ], input: [2, 3, 6, 7], outputs: ["y"])
  }

  /// A residual sum in all positions: the block's input dies, lives on, is an output, is a sum of
  /// two convolutions, has other channels that pad a block, or is the network's input.
  @Test(arguments: [8, 5], [["y"], ["y", "r"], ["y", "a"]])
  func residualSumsFuseWithTheConvolutionBefore(_ channels: Int, _ outputs: [String]) throws {
    try Self.expectSame(
      [
        (Self.convolution(3, channels), ["x"], "r"),
        (Self.convolution(channels, channels), ["r"], "a"),
        (Elementwise(.add), ["a", "r"], "b"), (Activation(.relu), ["b"], "c"),
        (Self.convolution(channels, channels), ["c"], "d"),
        (Self.convolution(channels, channels), ["c"], "e"),
        (Elementwise(.add), ["d", "e"], "f"),
        (Self.convolution(channels, channels), ["f"], "g"),
        (Elementwise(.add), ["c", "g"], "h"), (Elementwise(.multiply), ["h", "c"], "i"),
        (Self.convolution(channels, 3), ["i"], "j"), (Elementwise(.add), ["j", "x"], "y"),
      ], input: [2, 3, 6, 7], outputs: outputs)
  }

  @Test func hardSwishIsRecognisedInEitherOrder() throws {
    let gate = Activation(.sigmoidHard(alpha: 1 / 6, beta: 0.5))
    try Self.expectSame(
      [
        (Self.convolution(3, 8), ["x"], "a"), (gate, ["a"], "b"),
        (Elementwise(.multiply), ["a", "b"], "c"), (gate, ["c"], "d"),
        (Elementwise(.multiply), ["d", "c"], "y"),
      ], input: [3, 6, 7], outputs: ["y"])
    // Another slope, and a gate of another value, are no hard-swish.
    try Self.expectSame(
      [
        (Activation(.sigmoidHard(alpha: 0.2, beta: 0.5)), ["x"], "a"),
        (Elementwise(.multiply), ["a", "x"], "b"), (gate, ["x"], "c"),
        (Elementwise(.multiply), ["b", "c"], "y"),
      ], input: [3, 6, 7], outputs: ["y"])
  }

  @Test func blockedImagesPassThroughPoolingReshapesAndSums() throws {
    try Self.expectSame(
      [
        (Self.convolution(3, 12), ["x"], "a"),
        (
          Pooling(
            .maximum,
            window: .sliding(
              kernel: Size2D(height: 2, width: 2),
              KernelWindow(stride: Size2D(height: 2, width: 2)), roundsUp: true)), ["a"], "b"
        ),
        (Activation(.sigmoid), ["b"], "c"), (Elementwise(.multiply), ["b", "c"], "d"),
        (Reshape(shape: [0, 12, -1, 1]), ["d"], "e"), (Reshape(shape: [0, 0, 3, 4]), ["e"], "f"),
        (Elementwise(.add), ["f", "d"], "g"), (Self.convolution(12, 5), ["g"], "h"),
        (Concatenate(), ["h", "d"], "i"), (Softmax(), ["i"], "j"),
        (Pooling(.average(excludesPadding: false), window: .global), ["j"], "y"),
      ], input: [2, 3, 6, 7], outputs: ["y", "g"])
  }
}
