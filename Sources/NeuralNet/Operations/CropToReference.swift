/// Cuts the first input to the height and width of the second.
package struct CropToReference: LayerOperation {
  package static let operationName = "crop"

  /// The first row and column kept; nil centres the cut.
  package var offset: Size2D?

  package init(offset: Size2D?) {
    self.offset = offset
  }

  /// The equal slice for inputs of known shapes.
  private func slice(_ inputs: [[Int]]) throws(NetworkError) -> Slice {
    let (image, reference) = (try requireImage(inputs[0]), try requireImage(inputs[1]))
    let offset =
      self.offset
      ?? Size2D(
        height: (image.height - reference.height) / 2, width: (image.width - reference.width) / 2)
    try require(offset.height, in: 0...maximumElementCount, "row offset")
    try require(offset.width, in: 0...maximumElementCount, "column offset")
    guard offset.height + reference.height <= image.height,
      offset.width + reference.width <= image.width
    else {
      throw fault(
        found: "\(image.height) by \(image.width) pixels",
        expected: "at least \(reference.height) by \(reference.width) from the offset on")
    }
    return Slice([
      Slice.Range(axis: -2, start: offset.height, end: offset.height + reference.height),
      Slice.Range(axis: -1, start: offset.width, end: offset.width + reference.width),
    ])
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 2)
    return try slice(inputs).outputShapes(for: [inputs[0]])
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let slice = try? slice(inputs.map(\.shape)) else {
      preconditionFailure("shapes are checked before")
    }
    return slice.evaluate([inputs[0]])
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    try slice(inputs.map(\.shape)).lower([inputs[0]], to: outputs, in: builder)
  }
}
