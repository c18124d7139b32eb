/// Cuts a tensor along an axis into several.
package struct Split: LayerOperation {
  package static let operationName = "split"

  package enum Parts: Sendable, Equatable {
    /// So many parts of equal length.
    case equal(count: Int)
    /// Parts of these lengths.
    case lengths([Int])
  }

  package var parts: Parts
  package var axis: Int

  package init(_ parts: Parts, axis: Int = -3) {
    self.parts = parts
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let axis = try resolve(axis: axis, rank: inputs[0].count)
    return try lengths(of: inputs[0][axis]).map { length in
      var shape = inputs[0]
      shape[axis] = length
      return shape
    }
  }

  /// The lengths of the parts, or an error if they do not make up the whole.
  private func lengths(of whole: Int) throws(NetworkError) -> [Int] {
    switch parts {
    case .equal(let count):
      guard count >= 1, count <= whole, whole % count == 0 else {
        throw fault(found: "\(count) parts of \(whole)", expected: "a divisor of the length")
      }
      return [Int](repeating: whole / count, count: count)
    case .lengths(let lengths):
      var rest = whole
      for length in lengths {
        guard length >= 1, length <= rest else {
          throw fault(found: "lengths \(lengths)", expected: "lengths that make up \(whole)")
        }
        rest -= length
      }
      guard rest == 0 else {
        throw fault(found: "lengths \(lengths)", expected: "lengths that make up \(whole)")
      }
      return lengths
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let shape = inputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    guard let lengths = try? lengths(of: shape[axis]) else {
      preconditionFailure("shapes are checked before")
    }
    var start = 0
    return lengths.map { length in
      var part = shape
      part[axis] = length
      defer { start += length }
      return Tensor.make(part) { index in
        var own = index
        own[axis] += start
        return inputs[0][own]
      }
    }
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    let strides = rowMajorStrides(of: shape)
    let source = try builder.plain(inputs[0])
    var start = 0
    for output in outputs {
      StridedCopy(
        shape: output.shape, sourceStrides: strides, sourceOffset: start * strides[axis],
        destinationStrides: rowMajorStrides(of: output.shape)
      ).add(from: source, to: builder.makePlain(output), in: builder)
      start += output.shape[axis]
    }
  }
}
