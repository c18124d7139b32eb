import NeuralNet
import Testing

struct NormalizationTests {
  // y = (torch.arange(24.) * 5 % 13 - 6).reshape(1, 6, 2, 2) / 3
  private static let image = Tensor(
    shape: [1, 6, 2, 2], scalars: (0..<24).map { Float($0 * 5 % 13 - 6) / 3 })
  private static let gamma = Weights((0..<6).map { Float($0) * 0.3 - 1 })
  private static let beta = Weights((0..<6).map { Float($0) - 3 })

  // batch_norm(y, arange(6.) - 2, arange(6.) + 0.5, arange(6.) * 0.3 - 1, arange(6.) - 3, False, 0,
  // 1e-3); layer_norm(y.reshape(4, 6), [6], the same factors and summands, 1e-5);
  // instance_norm(y, eps=1e-5); local_response_norm(y, 3, alpha=0.9, beta=0.75, k=2)
  @Test func normalizationsHaveKnownValues() throws {
    let batch = BatchNormalization(
      mean: Weights((0..<6).map { Float($0) - 2 }),
      variance: Weights((0..<6).map { Float($0) + 0.5 }), gamma: Self.gamma, beta: Self.beta,
      epsilon: 1e-3)
    expectClose(try evaluate(batch, Self.image), Fixtures.batchNorm)
    let layer = Normalization(
      .meanVariance, axes: [-1], epsilon: 1e-5, gamma: Self.gamma, beta: Self.beta)
    expectClose(
      try evaluate(layer, Tensor(shape: [4, 6], scalars: Self.image.scalars)), Fixtures.layerNorm)
    let instance = Normalization(.meanVariance, axes: [-2, -1], epsilon: 1e-5)
    expectClose(try evaluate(instance, Self.image), Fixtures.instanceNorm)
    let local = LocalResponseNormalization(alpha: 0.9, beta: 0.75, k: 2, channelCount: 3)
    expectClose(try evaluate(local, Self.image), Fixtures.lrn)
  }

  @Test(arguments: [[-1], [-2, -1], [-3, -2, -1], [-3], [0, -1]])
  func fastNormalizationEqualsItsDefinition(_ axes: [Int]) throws {
    var noise = Noise(seed: 71)
    let x = noise.tensor([2, 3, 5, 17], in: -2...3)
    for function in [Normalization.Function.l2, .mean, .meanVariance] {
      try expectTwinsAgree(Normalization(function, axes: axes, epsilon: 1e-4), [x])
    }
    let factors = noise.weights([3, 1, 17])
    try expectTwinsAgree(
      Normalization(.meanVariance, axes: axes, epsilon: 1e-4, gamma: factors, beta: factors), [x])
  }

  @Test(arguments: [1, 2, 5, 9])
  func fastLocalResponseNormalizationEqualsItsDefinition(_ channelCount: Int) throws {
    var noise = Noise(seed: 72)
    try expectTwinsAgree(
      LocalResponseNormalization(alpha: 0.5, beta: 0.6, k: 1, channelCount: channelCount),
      [noise.tensor([2, 7, 3, 4], in: -3...3)])
  }

  @Test(arguments: [-3, 1, 0, -1])
  func fastBatchNormalizationEqualsItsDefinition(_ axis: Int) throws {
    var noise = Noise(seed: 73)
    try expectTwinsAgree(
      BatchNormalization(
        mean: noise.weights([5]), variance: noise.weights([5], in: 0.1...2),
        gamma: noise.weights([5]), epsilon: 1e-3, axis: axis),
      [noise.tensor([5, 5, 5, 5])], tolerance: 2e-5)
  }
}
