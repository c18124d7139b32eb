import NeuralNet
import Testing

struct MatrixTests {
  @Test(arguments: [[7], [3, 7], [2, 3, 7], [2, 1, 3, 7], [300, 7]], [1, 16, 13])
  func fastDenseLayerEqualsItsDefinition(_ shape: [Int], _ outputs: Int) throws {
    var noise = Noise(seed: 81)
    let weights = noise.weights([outputs, 7])
    try expectTwinsAgree(
      Dense(weights: weights, bias: noise.weights([outputs])), [noise.tensor(shape)])
    try expectTwinsAgree(Dense(weights: weights), [noise.tensor(shape)])
  }

  @Test(arguments: [[3, 4, 5], [2, 3, 4, 5], [2, 3, 60, 1, 1]])
  func denseLayersFlattenImagesInChannelOrder(_ shape: [Int]) throws {
    var noise = Noise(seed: 82)
    let weights = noise.weights([6, 60])
    let x = noise.tensor(shape)
    try expectTwinsAgree(Dense(weights: weights, vector: .channelsHeightWidth), [x])
    let image = try evaluate(Dense(weights: weights, vector: .channelsHeightWidth), x)
    let flat = Tensor(shape: [x.scalars.count / 60, 60], scalars: x.scalars)
    #expect(image.scalars == (try evaluate(Dense(weights: weights), flat)).scalars)
    #expect(image.shape == shape.dropLast(3) + [6, 1, 1])
  }

  @Test func denseLayerHasKnownValues() throws {
    let dense = Dense(
      weights: try Weights(shape: [2, 3], scalars: [1, 2, 3, 0, -1, 1]), bias: Weights([10, 20]))
    let result = try evaluate(dense, Tensor(shape: [2, 3], scalars: [1, 1, 1, 2, 0, -1]))
    #expect(result == Tensor(shape: [2, 2], scalars: [16, 20, 9, 19]))
  }

  static let products: [([Int], [Int])] = [
    ([3, 4], [4, 5]), ([2, 3, 4], [2, 4, 5]), ([2, 3, 4], [4, 5]), ([1, 4], [6, 4, 1]),
    ([2, 1, 3, 4], [1, 5, 4, 2]), ([17, 9], [9, 33]),
  ]

  @Test(arguments: products, [false, true])
  func fastProductEqualsItsDefinition(_ shapes: ([Int], [Int]), _ isTransposed: Bool) throws {
    var noise = Noise(seed: 83)
    var (first, second) = shapes
    if isTransposed {
      first.swapAt(first.count - 2, first.count - 1)
      second.swapAt(second.count - 2, second.count - 1)
    }
    try expectTwinsAgree(
      MatrixMultiply(transposesFirst: isTransposed, transposesSecond: isTransposed),
      [noise.tensor(first), noise.tensor(second)])
  }

  @Test func productHasKnownValues() throws {
    let a = Tensor(shape: [2, 2], scalars: [1, 2, 3, 4])
    let b = Tensor(shape: [2, 2], scalars: [5, 6, 7, 8])
    #expect(try evaluate(MatrixMultiply(), a, b).scalars == [19, 22, 43, 50])
    #expect(try evaluate(MatrixMultiply(transposesFirst: true), a, b).scalars == [26, 30, 38, 44])
    #expect(try evaluate(MatrixMultiply(transposesSecond: true), a, b).scalars == [17, 23, 39, 53])
  }
}
