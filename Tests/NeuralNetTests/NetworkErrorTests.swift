import NeuralNet
import Testing

/// Shapes and parameters from a hostile model throw an error that names the layer.
struct NetworkErrorTests {
  private static func weights(_ shape: [Int]) -> Weights {
    var noise = Noise(seed: 111)
    return noise.weights(shape)
  }

  private static func size(_ length: Int) -> Size2D { Size2D(height: length, width: length) }

  private static func convolution(
    stride: Int = 1, dilation: Int = 1, groups: Int = 1, padding: SpatialPadding = .valid
  ) -> Convolution {
    Convolution(
      weights: weights([4, 2, 3, 3]), stride: size(stride), dilation: size(dilation),
      groups: groups, padding: padding)
  }

  private static func deconvolution(outputSize: Size2D) -> Deconvolution {
    var operation = Deconvolution(weights: weights([2, 1, 3, 3]))
    operation.outputSize = outputSize
    return operation
  }

  static let image = [2, 8, 8]
  static let huge = Int.max

  static let hostile: [(any LayerOperation, [[Int]])] = [
    (convolution(), [[3, 8, 8]]), (convolution(), [[8, 8]]), (convolution(), [[2, 2, 8]]),
    (convolution(), [image, image]), (convolution(stride: 0), [image]),
    (convolution(stride: huge), [image]), (convolution(dilation: huge), [image]),
    (convolution(dilation: -1), [image]), (convolution(groups: 0), [image]),
    (convolution(groups: 3), [[6, 8, 8]]), (convolution(groups: huge), [image]),
    (convolution(padding: .amounts(top: -1, bottom: 0, left: 0, right: 0)), [image]),
    (convolution(padding: .amounts(top: huge, bottom: huge, left: 0, right: 0)), [image]),
    (convolution(padding: .amounts(top: 1 << 20, bottom: 0, left: 1 << 20, right: 0)), [image]),
    (Convolution(weights: weights([4, 2, 3])), [image]),
    (Convolution(weights: weights([4, 2, 3, 3]), bias: weights([3])), [image]),
    (Deconvolution(weights: weights([2, 1, 3, 3]), stride: size(huge)), [image]),
    (Deconvolution(weights: weights([2, 1, 3, 3]), stride: size(1 << 20)), [image]),
    (deconvolution(outputSize: size(huge)), [image]),
    (deconvolution(outputSize: size(-4)), [image]),
    (Deconvolution(weights: weights([2, 1, 3, 3]), groups: huge), [image]),
    (Dense(weights: weights([4, 2])), [[3]]), (Dense(weights: weights([4, 2])), [[]]),
    (Dense(weights: weights([4, 16]), vector: .channelsHeightWidth), [[2, 8]]),
    (Dense(weights: weights([4, 2]), bias: weights([5])), [[2]]),
    (
      Pooling(
        .maximum,
        window: .sliding(kernel: size(9), KernelWindow(), roundsUp: false)),
      [image]
    ),
    (
      Pooling(
        .l2,
        window: .sliding(
          kernel: size(2), KernelWindow(stride: size(huge), padding: .sameTopLeft),
          roundsUp: true)), [image]
    ),
    (
      Pooling(
        .maximum,
        window: .sliding(
          kernel: size(2), KernelWindow(dilation: size(2)), roundsUp: false)), [image]
    ),
    (Pooling(.maximum, window: .global), [[8, 8]]),
    (BatchNormalization(mean: weights([3]), variance: weights([3])), [image]),
    (BatchNormalization(mean: weights([2]), variance: weights([3])), [image]),
    (BatchNormalization(mean: weights([2]), variance: weights([2])), [[2]]),
    (Affine(scale: weights([3, 1, 1]), bias: nil), [image]),
    (Affine(scale: weights([5, 2, 8, 8]), bias: nil), [image]),
    (Activation(.preLU(slopes: weights([3]))), [image]),
    (Activation(.preLU(slopes: weights([3]))), [[3]]),
    (Elementwise(.add), []), (Elementwise(.add), [[2], [3]]),
    (Elementwise(.subtract), [[2], [2], [2]]), (Select(), [[2], [2], [3]]),
    (Softmax(axis: 3), [image]), (Softmax(axis: -4), [image]), (Softmax(axis: .min), [image]),
    (Reduce(.sum, axes: [5]), [image]), (Reduce(.sum, axes: [0, -3]), [image]),
    (Reduce(.argMaximum, axes: [0, 1]), [image]), (Reduce(.argMaximum, axes: nil), [image]),
    (Concatenate(axis: 0), []), (Concatenate(axis: 0), [[2, 3], [2, 4]]),
    (Concatenate(axis: 9), [[2, 3]]), (Concatenate(axis: 0, interleaves: true), [[2], [3]]),
    (Split(.equal(count: 0), axis: 0), [image]), (Split(.equal(count: 3), axis: 0), [image]),
    (Split(.lengths([huge, huge]), axis: 0), [image]), (Split(.lengths([1]), axis: 0), [image]),
    (Split(.lengths([]), axis: 0), [image]), (Split(.lengths([3, -1]), axis: 0), [image]),
    (Slice([Slice.Range(axis: 0, stride: 0)]), [image]),
    (Slice([Slice.Range(axis: 0, stride: .min)]), [image]),
    (Slice([Slice.Range(axis: 0, start: 2)]), [image]),
    (Slice([Slice.Range(axis: 0, start: .max, end: .min)]), [image]),
    (Slice([Slice.Range(axis: 0), Slice.Range(axis: -3)]), [image]),
    (Slice([], droppedAxes: [0]), [image]),
    (CropToReference(offset: nil), [image, [1, 9, 2]]),
    (CropToReference(offset: size(huge)), [image, [1, 2, 2]]),
    (CropToReference(offset: size(-1)), [image, [1, 2, 2]]),
    (Reshape(shape: [3, -1]), [image]), (Reshape(shape: [-1, -1]), [image]),
    (Reshape(shape: [huge, huge]), [image]), (Reshape(shape: [0, 0, 0, 0]), [image]),
    (Reshape(shape: [-2, -64]), [image]), (Reshape(shape: []), [image]),
    (Reshape(shape: [128], order: .channelLast), [image]),
    (Flatten(order: .rowMajor), [[8, 8]]), (FlattenTo2D(axis: 4), [image]),
    (Transpose(axes: [0, 1]), [image]), (Transpose(axes: [0, 1, 1]), [image]),
    (Transpose(axes: [0, 1, 3]), [image]), (Squeeze(axes: [0]), [image]),
    (ExpandDimensions(axes: [0, 0]), [image]), (ExpandDimensions(axes: [9]), [image]),
    (ExpandDimensions(axes: Array(0..<20)), [image]),
    (Pad(.constant(0), amounts: [Pad.Amount(axis: 0, before: -1, after: 0)]), [image]),
    (Pad(.constant(0), amounts: [Pad.Amount(axis: 0, before: huge, after: huge)]), [image]),
    (Pad(.reflection, amounts: [Pad.Amount(axis: 0, before: 2, after: 0)]), [image]),
    (
      Pad(
        .constant(0),
        amounts: [
          Pad.Amount(axis: 1, before: 1 << 20, after: 0),
          Pad.Amount(axis: 2, before: 1 << 20, after: 0),
        ]), [image]
    ),
    (Normalization(.l2, axes: [], epsilon: 1), [image]),
    (Normalization(.l2, axes: [7], epsilon: 1), [image]),
    (Normalization(.l2, axes: [0], epsilon: 1, gamma: weights([3])), [image]),
    (LocalResponseNormalization(alpha: 1, beta: 1, channelCount: 0), [image]),
    (LocalResponseNormalization(alpha: 1, beta: 1, channelCount: huge), [image]),
    (Upsample(scale: size(0), mode: .nearestNeighbor), [image]),
    (Upsample(scale: size(1 << 20), mode: .bilinearHalfPixel), [image]),
    (Upsample(outputSize: size(huge), mode: .nearestNeighbor), [image]),
    (Upsample(outputSize: size(0), mode: .bilinearHalfPixel), [image]),
    (SlidingWindows(axis: 1, windowLength: 9, step: 1), [image]),
    (SlidingWindows(axis: 1, windowLength: 2, step: 0), [image]),
    (SlidingWindows(axis: 1, windowLength: huge, step: huge), [image]),
    (Tile(repeats: [0]), [image]), (Tile(repeats: [huge, huge]), [image]),
    (Tile(repeats: [1 << 20, 1 << 20]), [image]),
    (Tile(repeats: [Int](repeating: 1, count: 9)), [image]),
    (Stack(axis: 0), []), (Stack(axis: 0), [[2], [3]]), (Stack(axis: 4), [image]),
    (Gather(axis: 3), [image, [2]]), (Gather(axis: 0), [image]),
    (Gather(axis: 0), [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]),
    (CumulativeSum(axis: 3), [image]), (MatrixMultiply(), [[3, 4], [5, 4]]),
    (MatrixMultiply(), [[4], [4, 5]]), (MatrixMultiply(), [[2, 3, 4], [3, 4, 5]]),
    (
      SimpleRecurrent(
        cell: GateWeights(input: weights([3, 2]), recurrent: weights([3, 2])), activation: .tanh,
        recurrence: Recurrence(returnsSequence: true)), [[4, 1, 2]]
    ),
    (
      SimpleRecurrent(
        cell: GateWeights(input: weights([3, 2]), recurrent: weights([3, 3])), activation: .tanh,
        recurrence: Recurrence(returnsSequence: true)), [[4, 1, 2], [1, 1, 4]]
    ),
    (Constant(weights([2])), [[1]]),
  ]

  @Test(arguments: hostile.indices)
  func impossibleLayersThrowTheirName(_ index: Int) throws {
    let (operation, shapes) = Self.hostile[index]
    let network = network(of: operation, inputCount: shapes.count)
    let inputs = Dictionary(
      uniqueKeysWithValues: shapes.enumerated().map { ("x\($0)", $1) })
    let error = try #require(throws: NetworkError.self, "\(operation) of \(shapes)") {
      _ = try network.compile(inputShapes: inputs)
    }
    #expect(error.layer == "layer")
    #expect(error.operation == type(of: operation).operationName)
  }

  @Test func errorsSayWhatWasFoundAndExpected() throws {
    let error = try #require(throws: NetworkError.self) {
      _ = try network(of: Self.convolution()).compile(inputShapes: ["x0": [3, 8, 8]])
    }
    #expect(
      error.description
        == "layer 'layer' (convolution): found 3 input channels in 1 groups, expected 2 in each")
  }

  @Test(arguments: [
    [-1, 8, 8], [0, 8, 8], [Int.max, Int.max, 1], [1 << 27, 2, 1],
    [1, 1, 1, 1, 1, 1, 1, 2, 8, 8],
  ])
  func impossibleInputShapesThrow(_ shape: [Int]) {
    #expect(throws: NetworkError.self) {
      _ = try network(of: Activation(.relu)).compile(inputShapes: ["x0": shape])
    }
  }

  @Test func brokenGraphsThrow() throws {
    let relu = Activation(.relu)
    func layer(_ inputs: [String], _ outputs: [String]) -> Layer {
      Layer(name: "layer", operation: relu, inputs: inputs, outputs: outputs)
    }
    let broken = [
      Network(inputs: ["x"], layers: [layer(["z"], ["y"])], outputs: ["y"]),
      Network(inputs: ["x"], layers: [layer(["y"], ["y"])], outputs: ["y"]),
      Network(inputs: ["x"], layers: [layer(["x"], ["x"])], outputs: ["x"]),
      Network(inputs: ["x"], layers: [layer(["x"], ["y"])], outputs: ["z"]),
      Network(inputs: ["x"], layers: [layer(["x"], ["y", "z"])], outputs: ["y"]),
      Network(inputs: ["x"], layers: [layer(["x"], [])], outputs: ["x"]),
      Network(inputs: ["x", "x"], layers: [layer(["x"], ["y"])], outputs: ["y"]),
      Network(
        inputs: ["x"], layers: [layer(["b"], ["a"]), layer(["a"], ["b"])], outputs: ["b"]),
    ]
    for network in broken {
      #expect(throws: NetworkError.self) {
        _ = try network.compile(inputShapes: ["x": [2, 2, 2]])
      }
    }
    #expect(throws: NetworkError.self) {
      _ = try Network(inputs: ["x"], layers: [], outputs: ["x"]).compile(inputShapes: [:])
    }
  }

  @Test func weightsMustFillTheirShape() {
    for (shape, count) in [([2, 2], 3), ([2, 2], 5), ([-2, -2], 4), ([0], 0), ([.max, 2], 2)] {
      #expect(throws: NetworkError.self) {
        _ = try Weights(shape: shape, scalars: [Float](repeating: 0, count: count))
      }
    }
  }

  @Test func aPlanThatNeedsTooMuchMemoryThrows() throws {
    // 20 outputs of 256 MiB each.
    let layers = (0..<20).map { index in
      Layer(
        name: "copy", operation: Tile(repeats: [1 << 26]), inputs: ["x"], outputs: ["y\(index)"])
    }
    let network = Network(
      inputs: ["x"], layers: layers, outputs: layers.flatMap(\.outputs))
    #expect(try network.shapes(inputShapes: ["x": [1]])["y0"] == [1 << 26])
    let error = try #require(throws: NetworkError.self) {
      _ = try network.compile(inputShapes: ["x": [1]])
    }
    #expect(error.operation == "memory")
  }
}
