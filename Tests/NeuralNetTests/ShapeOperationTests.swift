import NeuralNet
import Testing

struct ShapeOperationTests {
  private static func counting(_ shape: [Int]) -> Tensor {
    Tensor(shape: shape, scalars: (0..<shape.reduce(1, *)).map(Float.init))
  }

  static let operations: [(any LayerOperation, [Int])] = [
    (Slice([Slice.Range(axis: -1, start: 1, end: 3)]), [2, 3, 4]),
    (Slice([Slice.Range(axis: 0, start: -1), Slice.Range(axis: 2, stride: 2)]), [3, 2, 5]),
    (Slice([Slice.Range(axis: 1, start: -1, end: nil, stride: -2)]), [2, 6, 2]),
    (Slice([Slice.Range(axis: 1, start: 1, end: 2)], droppedAxes: [1]), [2, 6, 2]),
    (Slice([Slice.Range(axis: 0, start: 100, end: -100, stride: -1)]), [4]),
    (Reshape(shape: [4, 6]), [2, 3, 4]),
    (Reshape(shape: [0, -1]), [2, 3, 4]),
    (Reshape(shape: [0, 0, 6, 2, 1], order: .channelLast), [1, 2, 2, 3, 2]),
    (Reshape(shape: [4, 3, 2], order: .channelLast), [2, 3, 4]),
    (Flatten(order: .rowMajor), [2, 3, 4, 5]),
    (Flatten(order: .channelLast), [2, 3, 4, 5]),
    (Flatten(order: .channelLast), [1, 1, 8, 1, 1]),
    (FlattenTo2D(axis: 1), [2, 3, 4]),
    (FlattenTo2D(axis: -1), [2, 3, 4]),
    (FlattenTo2D(axis: 0), [2, 3, 4]),
    (Transpose(axes: [2, 0, 1]), [2, 3, 4]),
    (Transpose(axes: [0, 2, 3, 1]), [1, 3, 4, 5]),
    (Transpose(axes: [1, 0, 2, 3, 4]), [1, 7, 3, 1, 1]),
    (Transpose(axes: [-1, 1, 0]), [2, 3, 4]),
    (Squeeze(axes: nil), [1, 3, 1, 4]),
    (Squeeze(axes: [-2]), [1, 3, 1, 4]),
    (ExpandDimensions(axes: [0, -1]), [3, 4]),
    (Pad(.constant(-1), amounts: [Pad.Amount(axis: -1, before: 2, after: 1)]), [2, 3, 4]),
    (
      Pad(
        .constant(0),
        amounts: [
          Pad.Amount(axis: 0, before: 1, after: 0), Pad.Amount(axis: -2, before: 0, after: 3),
        ]), [2, 3, 4]
    ),
    (Pad(.reflection, amounts: [Pad.Amount(axis: -1, before: 3, after: 2)]), [2, 3, 4]),
    (
      Pad(
        .replication,
        amounts: [
          Pad.Amount(axis: -1, before: 1, after: 2), Pad.Amount(axis: -2, before: 2, after: 0),
        ]), [2, 3, 4]
    ),
    (SlidingWindows(axis: 1, windowLength: 3, step: 2), [2, 8, 3]),
    (SlidingWindows(axis: 0, windowLength: 30, step: 3), [80, 20]),
    (Slice([Slice.Range(axis: -1, stride: 3)]), [70, 300]),
    (Slice([Slice.Range(axis: -1, stride: -1)]), [70, 300]),
    (SlidingWindows(axis: -1, windowLength: 5, step: 1), [2, 5]),
    (Transpose(axes: [1, 0]), [80, 90]), (Transpose(axes: [0, 2, 1, 3]), [2, 30, 9, 10]),
    (Transpose(axes: [3, 2, 1, 0]), [7, 9, 8, 11]),
    (Upsample(outputSize: Size2D(height: 5, width: 2), mode: .nearestNeighbor), [2, 3, 4]),
    (Upsample(outputSize: Size2D(height: 1, width: 7), mode: .bilinearHalfPixel), [2, 3, 4]),
    (Upsample(outputSize: Size2D(height: 1, width: 7), mode: .bilinearAlignedCorners), [2, 3, 4]),
    (Tile(repeats: [2, 3]), [2, 3, 4]),
    (Tile(repeats: [2, 1, 2, 1, 3]), [3, 1, 2]),
    (Upsample(scale: Size2D(height: 2, width: 3), mode: .nearestNeighbor), [2, 3, 4]),
    (Upsample(scale: Size2D(height: 3, width: 1), mode: .bilinearAlignedCorners), [2, 1, 4]),
    (Upsample(scale: Size2D(height: 2, width: 2), mode: .bilinearHalfPixel), [1, 2, 3, 4]),
    (Upsample(scale: Size2D(height: 2, width: 4), mode: .bilinearTopLeft), [2, 3, 4]),
    (Upsample(outputSize: Size2D(height: 5, width: 1), mode: .bilinearOffsetCorners), [2, 3, 4]),
    (
      Upsample(outputSize: Size2D(height: 5, width: 1), mode: .bilinearAlignedCornersOrMiddle),
      [2, 3, 4]
    ),
  ]

  @Test(arguments: operations.indices)
  func fastOperationEqualsItsDefinition(_ index: Int) throws {
    let (operation, shape) = Self.operations[index]
    try expectTwinsAgree(operation, [Self.counting(shape)], tolerance: 1e-6)
  }

  @Test func slicesFollowPythonsRules() throws {
    let x = Self.counting([6])
    func slice(_ start: Int?, _ end: Int?, _ stride: Int) throws -> [Float] {
      try evaluate(Slice([Slice.Range(axis: 0, start: start, end: end, stride: stride)]), x).scalars
    }
    #expect(try slice(1, 5, 2) == [1, 3])
    #expect(try slice(-2, nil, 1) == [4, 5])
    #expect(try slice(nil, -4, 1) == [0, 1])
    #expect(try slice(nil, nil, -2) == [5, 3, 1])
    #expect(try slice(4, 1, -1) == [4, 3, 2])
    #expect(try slice(-100, 100, 3) == [0, 3])
  }

  // numpy: x = arange(12).reshape(2, 2, 3); channel-last flattening is x.transpose(1, 2, 0).ravel()
  @Test func channelLastOrderIsHeightWidthChannels() throws {
    let x = Self.counting([2, 2, 3])
    let flat = try evaluate(Flatten(order: .channelLast), x)
    #expect(flat.shape == [12, 1, 1])
    #expect(flat.scalars == [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11])
    // x.transpose(1, 2, 0).reshape(3, 1, 4).transpose(2, 0, 1)
    let reshaped = try evaluate(Reshape(shape: [4, 3, 1], order: .channelLast), x)
    #expect(reshaped.scalars == [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11])
  }

  // z = (torch.arange(6.) * 4 % 7).reshape(1, 1, 2, 3); interpolate(z, scale_factor=(2, 3),
  // mode='bilinear', align_corners=True and False); pad(z, (2, 1, 1, 1), mode='reflect' and
  // 'replicate')
  @Test func resizedAndPaddedImagesHaveKnownValues() throws {
    let z = Tensor(shape: [1, 1, 2, 3], scalars: (0..<6).map { Float($0 * 4 % 7) })
    let scale = Size2D(height: 2, width: 3)
    let amounts = [
      Pad.Amount(axis: -1, before: 2, after: 1), Pad.Amount(axis: -2, before: 1, after: 1),
    ]
    let aligned = Upsample(scale: scale, mode: .bilinearAlignedCorners)
    let half = Upsample(scale: scale, mode: .bilinearHalfPixel)
    expectClose(try evaluate(aligned, z), Fixtures.bilinearAligned)
    expectClose(try evaluate(half, z), Fixtures.bilinearHalf)
    expectClose(try evaluate(Pad(.reflection, amounts: amounts), z), Fixtures.reflect)
    expectClose(try evaluate(Pad(.replication, amounts: amounts), z), Fixtures.replicate)
  }

  @Test func windowsOverlapByTheirLengthLessTheStep() throws {
    let windows = try evaluate(
      SlidingWindows(axis: 0, windowLength: 3, step: 2), Self.counting([6]))
    #expect(windows == Tensor(shape: [2, 3], scalars: [0, 1, 2, 2, 3, 4]))
  }

  @Test(arguments: [0, 1, -1], [false, true])
  func joinedTensorsEqualTheirDefinition(_ axis: Int, _ interleaves: Bool) throws {
    let shape = [2, 3, 4]
    var noise = Noise(seed: 61)
    var inputs = (0..<3).map { _ in noise.tensor(shape) }
    try expectTwinsAgree(Concatenate(axis: axis, interleaves: interleaves), inputs)
    try expectTwinsAgree(Stack(axis: axis), inputs)
    guard !interleaves else { return }
    var longer = shape
    longer[axis < 0 ? axis + 3 : axis] += 2
    inputs.append(noise.tensor(longer))
    try expectTwinsAgree(Concatenate(axis: axis), inputs)
  }

  @Test(arguments: [0, 1, -1])
  func splitTensorsEqualTheirDefinition(_ axis: Int) throws {
    let x = Self.counting([6, 6, 6])
    try expectTwinsAgree(Split(.equal(count: 3), axis: axis), [x], outputCount: 3)
    try expectTwinsAgree(Split(.lengths([1, 3, 2]), axis: axis), [x], outputCount: 3)
  }

  @Test func theSameValueMayBeJoinedTwice() throws {
    let network = Network(
      inputs: ["x"],
      layers: [
        Layer(
          name: "join", operation: Concatenate(axis: 0), inputs: ["x", "x"], outputs: ["y"])
      ], outputs: ["y", "x"])
    let x = Self.counting([2, 3])
    let plan = try network.compile(inputShapes: ["x": [2, 3]])
    let result = run(plan, ["x": x])
    #expect(result["y"]?.scalars == x.scalars + x.scalars)
    #expect(result["x"] == x)
  }

  @Test(arguments: [0, 1, -1])
  func gatheredSlicesEqualTheirDefinition(_ axis: Int) throws {
    let x = Self.counting([3, 4, 3])
    let indices = Tensor(shape: [2, 2], scalars: [0, 2, -1, 1])
    try expectTwinsAgree(Gather(axis: axis), [x, indices])
    let hostile = Tensor(shape: [3], scalars: [1e30, -.infinity, .nan])
    try expectTwinsAgree(Gather(axis: axis), [x, hostile])
  }

  @Test(arguments: [0, 1, -1])
  func scatteredSlicesEqualTheirDefinition(_ axis: Int) throws {
    var noise = Noise(seed: 77)
    let x = Self.counting([3, 4, 3])
    for indices in [
      Tensor(shape: [4], scalars: [0, 2, -1, 2]),
      Tensor(shape: [3], scalars: [1e30, -.infinity, .nan]),
    ] {
      let updates = noise.tensor(try evaluate(Gather(axis: axis), x, indices).shape, in: 1...2)
      for mode: Scatter.Mode in [.update, .add, .subtract, .multiply, .divide, .maximum, .minimum] {
        try expectTwinsAgree(Scatter(axis: axis, mode: mode), [x, indices, updates])
      }
    }
  }

  // numpy: a = zeros((3, 2)); np.add.at(a, [2, 0, 2], [[1, 2], [3, 4], [5, 6]])
  @Test func scatteringAddsWhereIndicesSay() throws {
    let result = try evaluate(
      Scatter(axis: 0, mode: .add), Tensor(shape: [3, 2], repeating: 0),
      Tensor(shape: [3], scalars: [2, 0, 2]),
      Tensor(shape: [3, 2], scalars: [1, 2, 3, 4, 5, 6]))
    #expect(result.scalars == [3, 4, 0, 0, 6, 8])
  }

  // numpy: np.take_along_axis(arange(12).reshape(3, 4), [[3, 0], [1, -1], [2, 2]], 1)
  @Test func numbersArePickedAlongAnAxis() throws {
    let x = Tensor(shape: [3, 4], scalars: (0..<12).map { Float($0) })
    let indices = Tensor(shape: [3, 2], scalars: [3, 0, 1, -1, 2, 2])
    #expect(try evaluate(GatherAlongAxis(axis: 1), x, indices).scalars == [3, 0, 5, 7, 10, 10])
    try expectTwinsAgree(GatherAlongAxis(axis: 1), [x, indices])
    let columns = Tensor(shape: [2, 4], scalars: [0, 1, 2, -1, .nan, 9, -9, 1])
    try expectTwinsAgree(GatherAlongAxis(axis: 0), [x, columns])
  }

  @Test func croppingToAReferenceCentresOrShifts() throws {
    let image = Self.counting([1, 4, 5])
    let reference = Tensor(shape: [7, 2, 3], repeating: 0)
    let centred = try evaluate(CropToReference(offset: nil), image, reference)
    #expect(centred.scalars == [6, 7, 8, 11, 12, 13])
    let shifted = CropToReference(offset: Size2D(height: 2, width: 2))
    #expect(try evaluate(shifted, image, reference).scalars == [12, 13, 14, 17, 18, 19])
    try expectTwinsAgree(shifted, [image, reference])
  }

  @Test func constantsNeedNoInput() throws {
    let value = try Weights(shape: [2, 2], scalars: [1, 2, 3, 4])
    try expectTwinsAgree(Constant(value), [])
  }
}
