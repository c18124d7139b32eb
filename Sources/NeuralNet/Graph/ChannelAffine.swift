/// One factor and one summand per channel, read from a layer that does nothing else.
struct ChannelAffine {
  /// One number per channel.
  var scale: [Float]
  var shift: [Float]
  /// The weights that they came from, and other parameters, to recognise them again.
  private var sources: [Weights]
  private var parameters: [Float] = []

  /// Reads a layer, or returns nil if it is no affine map of single channels.
  init?(_ operation: any LayerOperation, channels: Int, channelAxis: Int, rank: Int) {
    switch operation {
    case let layer as BatchNormalization:
      guard normalized(layer.axis, rank: rank) == channelAxis else { return nil }
      (scale, shift) = layer.scaleAndShift
      sources = [layer.mean, layer.variance] + [layer.gamma, layer.beta].compactMap { $0 }
      parameters = [layer.epsilon, layer.gamma == nil ? 0 : 1]
    case let layer as Affine:
      guard let scale = Self.perChannel(layer.scale, channels, absent: 1),
        let shift = Self.perChannel(layer.bias, channels, absent: 0)
      else { return nil }
      (self.scale, self.shift) = (scale, shift)
      sources = [layer.scale, layer.bias].compactMap { $0 }
      parameters = [layer.scale == nil ? 0 : 1]
    default: return nil
    }
    guard scale.count == channels else { return nil }
  }

  /// The weights as one number per channel, or nil if they differ along another axis.
  private static func perChannel(
    _ weights: Weights?, _ channels: Int, absent: Float
  ) -> [Float]? {
    guard let weights else { return [Float](repeating: absent, count: channels) }
    if weights.count == 1 { return [Float](repeating: weights.scalars[0], count: channels) }
    guard weights.count == channels, weights.shape.count >= 3,
      weights.shape[weights.shape.count - 3] == channels
    else { return nil }
    return weights.scalars.array
  }

  /// A convolution that does its own work and this layer's; nil if that takes too much memory.
  func folded(into convolution: Convolution, _ cache: MergedWeights) -> Convolution? {
    var result = convolution
    let weights = convolution.weights
    let perChannel = weights.count / scale.count
    guard
      let scaled = cache.optionalWeights(
        "scaled kernels", count: weights.count, from: [weights] + sources, parameters: parameters,
        make: { Weights(shape: weights.shape) { weights.scalars[$0] * scale[$0 / perChannel] } })
    else { return nil }
    result.weights = scaled
    let bias = convolution.bias
    result.bias = cache.weights(
      "shifted bias", from: [weights] + sources + [bias].compactMap { $0 },
      parameters: parameters
    ) {
      Weights(shape: [scale.count]) { (bias?.scalars[$0] ?? 0) * scale[$0] + shift[$0] }
    }
    return result
  }
}
