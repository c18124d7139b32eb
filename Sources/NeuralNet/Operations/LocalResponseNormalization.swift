/// Divides by the energy of neighbouring channels: `x / (k + alpha / count * sum(x^2))^beta`.
package struct LocalResponseNormalization: LayerOperation {
  package static let operationName = "local response normalization"

  package var alpha: Float
  package var beta: Float
  package var k: Float
  /// How many channels (axis -3), the element's own in the middle, the sum covers.
  package var channelCount: Int

  package init(alpha: Float, beta: Float, k: Float = 1, channelCount: Int) {
    self.alpha = alpha
    self.beta = beta
    self.k = k
    self.channelCount = channelCount
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    _ = try requireImage(inputs[0])
    try require(channelCount, in: 1...maximumParameter, "channel count")
    return inputs
  }

  /// The channels whose energy counts for one, inside the image.
  private func neighbours(of channel: Int, in image: ImageShape) -> Range<Int> {
    let first = channel - (channelCount - 1) / 2
    return max(first, 0)..<min(first + channelCount, image.channels)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let image = ImageShape(folding: inputs[0].shape)
    let plane = image.height * image.width
    var result = inputs[0]
    for position in result.scalars.indices {
      let channel = position / plane % image.channels
      var energy: Float = 0
      for other in neighbours(of: channel, in: image) {
        let x = inputs[0].scalars[position + (other - channel) * plane]
        energy += x * x
      }
      let divisor = k + alpha / Float(channelCount) * energy
      result.scalars[position] = inputs[0].scalars[position] / Mathematics.power(divisor, beta)
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let image = ImageShape(folding: inputs[0].shape)
    let plane = image.height * image.width
    let (beta, k, factor) = (beta, k, alpha / Float(channelCount))
    let layer = self
    let source = try builder.plain(inputs[0])
    builder.addLoop([source, builder.makePlain(outputs[0])]) { regions in
      for batch in 0..<image.batch {
        for channel in 0..<image.channels {
          let neighbours = layer.neighbours(of: channel, in: image)
          let start = (batch * image.channels + channel) * plane
          let result = FloatRun(region: regions[1], offset: start, stride: 1)
          regions[1].fill(0, from: start, count: plane)
          for other in neighbours {
            let run = FloatRun(
              region: regions[0], offset: start + (other - channel) * plane, stride: 1)
            result.zip(result, run, count: plane) { $0 + $1 * $1 }
          }
          let own = FloatRun(region: regions[0], offset: start, stride: 1)
          result.zip(own, result, count: plane) {
            $0 / Mathematics.power(k + factor * $1, beta)
          }
        }
      }
    }
  }
}
