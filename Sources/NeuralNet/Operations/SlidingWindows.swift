/// Cuts an axis into overlapping windows: (..., n, ...) to (..., windows, windowLength, ...).
package struct SlidingWindows: LayerOperation {
  package static let operationName = "sliding windows"

  package var axis: Int
  /// The elements of a window.
  package var windowLength: Int
  /// The elements from the start of one window to the next.
  package var step: Int

  package init(axis: Int, windowLength: Int, step: Int) {
    self.axis = axis
    self.windowLength = windowLength
    self.step = step
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let axis = try resolve(axis: axis, rank: inputs[0].count)
    try require(windowLength, in: 1...inputs[0][axis], "window length")
    try require(step, in: 1...maximumParameter, "step")
    var shape = inputs[0]
    shape[axis] = windowLength
    shape.insert((inputs[0][axis] - windowLength) / step + 1, at: axis)
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = try? outputShapes(for: [inputs[0].shape])[0] else {
      preconditionFailure("shapes are checked before")
    }
    let axis = normalized(axis, rank: inputs[0].shape.count)
    let result = Tensor.make(shape) { index in
      var own = index
      let window = own.remove(at: axis)
      own[axis] += window * step
      return inputs[0][own]
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let axis = normalized(axis, rank: inputs[0].shape.count)
    var strides = rowMajorStrides(of: inputs[0].shape)
    strides.insert(strides[axis] * step, at: axis)
    StridedCopy(
      shape: outputs[0].shape, sourceStrides: strides,
      destinationStrides: rowMajorStrides(of: outputs[0].shape)
    ).add(from: try builder.plain(inputs[0]), to: builder.makePlain(outputs[0]), in: builder)
  }
}
