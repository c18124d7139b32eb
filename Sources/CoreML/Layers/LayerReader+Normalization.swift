internal import NeuralNet

extension LayerReader {
  func batchNormalization() throws(ModelFileError) -> [Layer] {
    let channels = try parameters.size("channels")
    let epsilon = nonZero("epsilon", default: 1e-5)
    let gamma = try weights("gamma", shape: [channels])
    let beta = try weights("beta", shape: [channels])
    guard parameters.flag("compute_mean_var") else {
      return step(
        BatchNormalization(
          mean: try weights("mean", shape: [channels]),
          variance: try weights("variance", shape: [channels]), gamma: gamma, beta: beta,
          epsilon: epsilon))
    }
    // Statistics of each image alone, or of the whole batch.
    let rank = inputShapes.first?.count ?? 0
    let axes =
      parameters.flag("instance_normalization")
      ? [-2, -1] : (-rank..<0).filter { $0 != -3 }
    return step(
      Normalization(
        .meanVariance, axes: axes, epsilon: epsilon,
        gamma: try reshaped(gamma.scalars, to: [channels, 1, 1]),
        beta: try reshaped(beta.scalars, to: [channels, 1, 1])))
  }

  func meanVarianceNormalization() -> [Layer] {
    step(
      Normalization(
        parameters.flag("normalize_variance") ? .meanVariance : .mean,
        axes: parameters.flag("across_channels") ? [-3, -2, -1] : [-2, -1],
        epsilon: nonZero("epsilon", default: 1e-6)))
  }

  func l2Normalization() -> [Layer] {
    step(
      Normalization(.l2, axes: [-3, -2, -1], epsilon: nonZero("epsilon", default: 1e-6)))
  }

  func localResponseNormalization() throws(ModelFileError) -> [Layer] {
    step(
      LocalResponseNormalization(
        alpha: parameters.float("alpha"), beta: parameters.float("beta"),
        k: nonZero("k", default: 1), channelCount: try parameters.size("local_size")))
  }

  func layerNormalization() throws(ModelFileError) -> [Layer] {
    let shape = try parameters.sizes("normalized_shape")
    guard !shape.isEmpty else { throw invalid(found: "no axes to normalise", expected: "some") }
    return step(
      Normalization(
        .meanVariance, axes: Array(-shape.count..<0), epsilon: parameters.float("eps"),
        gamma: try weights("gamma", shape: shape), beta: try weights("beta", shape: shape)))
  }

  private func nonZero(_ name: StaticString, default absent: Float) -> Float {
    let value = parameters.float(name)
    return value == 0 ? absent : value
  }
}
