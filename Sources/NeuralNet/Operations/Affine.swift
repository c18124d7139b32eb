/// Multiplies by constants, then adds constants.
package struct Affine: LayerOperation {
  package static let operationName = "affine"

  /// The factors; their shape is aligned with the input's last axes and broadcast (so one factor
  /// per channel has shape (C, 1, 1)).
  package var scale: Weights?
  /// The summands, aligned in the same way.
  package var bias: Weights?

  package init(scale: Weights?, bias: Weights?) {
    self.scale = scale
    self.bias = bias
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    for weights in [scale, bias].compactMap({ $0 })
    where broadcastShape([weights.shape, inputs[0]]) != inputs[0] {
      throw fault(
        found: "constants of shape \(weights.shape)",
        expected: "a shape that stretches to \(inputs[0])")
    }
    return inputs
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    [
      Tensor.make(inputs[0].shape) { index in
        inputs[0][index] * (scale?.tensor.broadcast(at: index) ?? 1)
          + (bias?.tensor.broadcast(at: index) ?? 0)
      }
    ]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let source = try builder.plain(inputs[0])
    let destination = builder.makePlain(outputs[0])
    let shape = inputs[0].shape
    let whole = rowMajorStrides(of: shape)
    var current = source
    for (weights, isScale) in [(scale, true), (bias, false)] {
      guard let weights else { continue }
      let loop = StridedLoop(
        shape: shape, strides: [whole, broadcastStrides(of: weights.shape, in: shape), whole])
      builder.addLoop([current, builder.constant(weights), destination]) { regions in
        loop.forEachRun { offsets in
          let x = FloatRun(region: regions[0], offset: offsets[0], stride: loop.runStrides[0])
          let constant = FloatRun(
            region: regions[1], offset: offsets[1], stride: loop.runStrides[1])
          let y = FloatRun(region: regions[2], offset: offsets[2], stride: loop.runStrides[2])
          if isScale {
            y.zip(x, constant, count: loop.runLength) { $0 * $1 }
          } else {
            y.zip(x, constant, count: loop.runLength) { $0 + $1 }
          }
        }
      }
      current = destination
    }
    if current == source { outputs[0].plainBuffer = source }
  }
}
