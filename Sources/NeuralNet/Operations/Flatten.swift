/// Flattens an image to a vector: (..., C, H, W) to (..., C * H * W, 1, 1).
package struct Flatten: LayerOperation {
  package static let operationName = "flatten"

  /// Whether the numbers come in the order C, H, W or H, W, C.
  package var order: Reshape.Order

  package init(order: Reshape.Order) {
    self.order = order
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let image = try requireImage(inputs[0])
    return [
      image.with(channels: image.channels * image.height * image.width, height: 1, width: 1)
    ]
  }

  /// The equal reshape for an input of a known shape.
  private func reshape(_ shape: [Int]) -> Reshape {
    let image = ImageShape(folding: shape)
    let length = image.channels * image.height * image.width
    return Reshape(shape: image.with(channels: length, height: 1, width: 1), order: order)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    reshape(inputs[0].shape).evaluate(inputs)
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    try reshape(inputs[0].shape).lower(inputs, to: outputs, in: builder)
  }
}
