/// Takes every so many elements of a range along some axes.
package struct Slice: LayerOperation {
  package static let operationName = "slice"

  /// A range of one axis with Python's rules.
  package struct Range: Sendable, Equatable {
    package var axis: Int
    /// The first index; negative counts from the end; nil is the start in the stride's direction.
    package var start: Int?
    /// The index after the last; negative counts from the end; nil is the end.
    package var end: Int?
    /// The step, not zero; negative walks backwards.
    package var stride: Int

    package init(axis: Int, start: Int? = nil, end: Int? = nil, stride: Int = 1) {
      self.axis = axis
      self.start = start
      self.end = end
      self.stride = stride
    }
  }

  /// At most one range per axis; other axes are kept whole.
  package var ranges: [Range]
  /// Axes of the result, of length 1, that are dropped; they count before any is dropped.
  package var droppedAxes: [Int]

  package init(_ ranges: [Range], droppedAxes: [Int] = []) {
    self.ranges = ranges
    self.droppedAxes = droppedAxes
  }

  /// The first index, the step and the count along every axis.
  private func steps(in shape: [Int]) throws(NetworkError) -> [(start: Int, step: Int, count: Int)]
  {
    _ = try resolve(axes: ranges.map(\.axis), rank: shape.count)
    var result = shape.map { (start: 0, step: 1, count: $0) }
    for range in ranges {
      let axis = normalized(range.axis, rank: shape.count)
      let length = shape[axis]
      let step = range.stride
      guard step != 0, (-maximumElementCount...maximumElementCount).contains(step) else {
        throw fault(found: "stride \(step)", expected: "a stride that is not zero")
      }
      // The indices that Python's slice rules allow in this direction.
      let allowed = step > 0 ? 0...length : -1...length - 1
      func index(_ given: Int?, absent: Int) -> Int {
        guard let given else { return absent }
        let bounded = given.clamped(to: -maximumElementCount * 2...maximumElementCount * 2)
        return (bounded < 0 ? bounded + length : bounded).clamped(to: allowed)
      }
      let start = index(range.start, absent: step > 0 ? 0 : length - 1)
      let end = index(range.end, absent: step > 0 ? length : -1)
      let count = step > 0 ? (end - start + step - 1) / step : (start - end - step - 1) / -step
      guard count >= 1 else {
        throw fault(
          found: "an empty range of axis \(range.axis) of length \(length)",
          expected: "at least one element")
      }
      result[axis] = (start, step, count)
    }
    return result
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    var shape = try steps(in: inputs[0]).map(\.count)
    for axis in try resolve(axes: droppedAxes, rank: shape.count).reversed() {
      guard shape[axis] == 1 else {
        throw fault(found: "length \(shape[axis]) of a dropped axis", expected: "1")
      }
      shape.remove(at: axis)
    }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let steps = try? steps(in: inputs[0].shape),
      let shape = try? outputShapes(for: [inputs[0].shape])
    else { preconditionFailure("shapes are checked before") }
    var result = Tensor.make(steps.map(\.count)) { index in
      inputs[0][zip(steps, index).map { $0.start + $0.step * $1 }]
    }
    result.shape = shape[0]
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let steps = try steps(in: inputs[0].shape)
    let strides = rowMajorStrides(of: inputs[0].shape)
    let shape = steps.map(\.count)
    StridedCopy(
      shape: shape, sourceStrides: zip(strides, steps).map { $0 * $1.step },
      sourceOffset: zip(strides, steps).reduce(0) { $0 + $1.0 * $1.1.start },
      destinationStrides: rowMajorStrides(of: shape)
    ).add(from: try builder.plain(inputs[0]), to: builder.makePlain(outputs[0]), in: builder)
  }
}

extension Comparable {
  /// The nearest value inside a range.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
