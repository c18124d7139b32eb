internal import NeuralNet

extension OperationReader {
  func batchNormalization() throws(ModelFileError) -> [ProgramValue] {
    try map(
      BatchNormalization(
        mean: try requiredWeights("mean"), variance: try requiredWeights("variance"),
        gamma: try weights("gamma"), beta: try weights("beta"),
        epsilon: try number("epsilon", default: 1e-5), axis: 1))
  }

  /// Normalises every channel, axis 1, over the axes after it.
  func instanceNormalization() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    guard x.rank >= 3 else {
      throw invalid(found: "shape \(x.shape)", expected: "a batch of channels with an axis more")
    }
    let perChannel = [x.shape[1]] + Array(repeating: 1, count: x.rank - 2)
    func parameters(_ name: String) throws(ModelFileError) -> Weights? {
      guard let weights = try weights(name, count: x.shape[1]) else { return nil }
      return try reshaped(weights, to: perChannel)
    }
    return try map(
      Normalization(
        .meanVariance, axes: Array(2..<x.rank), epsilon: try number("epsilon", default: 1e-5),
        gamma: try parameters("gamma"), beta: try parameters("beta")))
  }

  func layerNormalization() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    var axes: [Int] = []
    for axis in try integers("axes", default: Array(0..<x.rank)) {
      axes.append(axis < 0 ? axis + x.rank : axis)
    }
    guard axes.allSatisfy({ (0..<x.rank).contains($0) }) else {
      throw invalid(found: "axes \(axes)", expected: "axes of a value of rank \(x.rank)")
    }
    // Factors and summands have the shape of the normalised axes alone.
    let shape = x.shape.indices.map { axes.contains($0) ? x.shape[$0] : 1 }
    func parameters(_ name: String) throws(ModelFileError) -> Weights? {
      guard let weights = try weights(name, count: shape.reduce(1, *)) else { return nil }
      return try reshaped(weights, to: shape)
    }
    return try map(
      Normalization(
        .meanVariance, axes: axes, epsilon: try number("epsilon", default: 1e-5),
        gamma: try parameters("gamma"), beta: try parameters("beta")))
  }

  func l2Normalization() throws(ModelFileError) -> [ProgramValue] {
    try map(
      Normalization(.l2, axes: [-3, -2, -1], epsilon: try number("epsilon", default: 1e-6)))
  }

  func localResponseNormalization() throws(ModelFileError) -> [ProgramValue] {
    try map(
      LocalResponseNormalization(
        alpha: try number("alpha", default: 1e-4), beta: try number("beta", default: 0.75),
        k: try number("k", default: 1), channelCount: try integer("size")))
  }
}
