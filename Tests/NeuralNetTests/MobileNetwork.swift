import NeuralNet

/// A network like the built-in classifier's with weights from a noise: depthwise and pointwise
/// convolutions, residual sums, pooling over frequency and time, three dense layers.
enum MobileNetwork {
  /// (outputs, depthwise stride, whether the block's input is added to its result)
  private static let blocks: [(outputs: Int, stride: Size2D, isResidual: Bool)] = [
    (48, Size2D(height: 2, width: 2), false),
    (64, .one, false),
    (128, Size2D(height: 2, width: 2), false),
    (128, .one, true),
    (256, Size2D(height: 2, width: 2), false),
    (256, .one, true),
    (256, .one, true),
    (256, .one, true),
    (256, .one, true),
    (384, Size2D(height: 1, width: 2), false),
    (384, .one, true),
  ]

  /// The network from log-mel frames `x` of shape (1, 1, 1, frames, 64) to 303 scores `y`.
  static func make() -> Network {
    var noise = Noise(seed: 3)
    var layers: [Layer] = []
    func add(_ operation: any LayerOperation, _ inputs: [String], _ output: String) {
      layers.append(
        Layer(name: output, operation: operation, inputs: inputs, outputs: [output]))
    }
    func convolution(
      _ inputs: Int, _ outputs: Int, kernel: Int, stride: Size2D = .one, groups: Int = 1,
      hasBias: Bool = true
    ) -> Convolution {
      let fan = Float(inputs / groups * kernel * kernel).squareRoot()
      return Convolution(
        weights: noise.weights(
          [outputs, inputs / groups, kernel, kernel], in: -1.7 / fan...1.7 / fan),
        bias: hasBias ? noise.weights([outputs], in: -0.1...0.1) : nil, stride: stride,
        groups: groups,
        padding: kernel == 3 ? .amounts(top: 1, bottom: 1, left: 1, right: 1) : .valid)
    }
    func dense(_ inputs: Int, _ outputs: Int) -> Dense {
      let fan = Float(inputs).squareRoot()
      return Dense(
        weights: noise.weights([outputs, inputs], in: -1.7 / fan...1.7 / fan),
        bias: noise.weights([outputs], in: -0.1...0.1), vector: .channelsHeightWidth)
    }
    add(Affine(scale: Weights([0.5]), bias: Weights([0.75])), ["x"], "scaled")
    add(
      convolution(1, 16, kernel: 3, stride: Size2D(height: 2, width: 2)), ["scaled"], "stem")
    add(Activation(.relu), ["stem"], "stem relu")
    var (value, channels) = ("stem relu", 16)
    for (index, block) in blocks.enumerated() {
      let name = "block\(index)"
      add(
        convolution(
          channels, channels, kernel: 3, stride: block.stride, groups: channels, hasBias: false),
        [value], "\(name) depth")
      add(
        convolution(channels, block.outputs, kernel: 1), ["\(name) depth"], "\(name) point")
      var result = "\(name) point"
      if block.isResidual {
        add(Elementwise(.add), [result, value], "\(name) sum")
        result = "\(name) sum"
      }
      add(Activation(.relu), [result], "\(name) relu")
      (value, channels) = ("\(name) relu", block.outputs)
    }
    add(Reduce(.mean, axes: [-1]), [value], "frames")
    add(Reduce(.mean, axes: [-2]), ["frames"], "mean")
    add(Reduce(.maximum, axes: [-2]), ["frames"], "maximum")
    add(Concatenate(), ["mean", "maximum"], "pooled")
    add(dense(768, 384), ["pooled"], "embedding")
    add(dense(384, 384), ["embedding"], "hidden")
    add(Activation(.sigmoidHard(alpha: 1 / 6, beta: 0.5)), ["hidden"], "gate")
    add(Elementwise(.multiply), ["hidden", "gate"], "hard swish")
    add(dense(384, 303), ["hard swish"], "logits")
    add(Activation(.sigmoid), ["logits"], "y")
    return Network(inputs: ["x"], layers: layers, outputs: ["y"])
  }
}
