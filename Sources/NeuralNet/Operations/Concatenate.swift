/// Joins tensors along an axis.
package struct Concatenate: LayerOperation {
  package static let operationName = "concatenate"

  package var axis: Int
  /// Takes one slice of each input in turn instead of one input after the other.
  package var interleaves: Bool

  package init(axis: Int = -3, interleaves: Bool = false) {
    self.axis = axis
    self.interleaves = interleaves
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    guard let first = inputs.first else { throw fault(found: "no input", expected: "at least one") }
    let axis = try resolve(axis: axis, rank: first.count)
    var shape = first
    for other in inputs.dropFirst() {
      guard other.count == first.count,
        first.indices.allSatisfy({ $0 == axis || other[$0] == first[$0] }),
        !interleaves || other[axis] == first[axis]
      else {
        throw fault(found: "shapes \(inputs)", expected: "equal lengths but along axis \(axis)")
      }
      // No overflow: both are lengths of tensors that exist.
      shape[axis] += other[axis]
    }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axis = normalized(axis, rank: inputs[0].shape.count)
    var shape = inputs[0].shape
    shape[axis] = inputs.reduce(0) { $0 + $1.shape[axis] }
    let sources: [(input: Int, position: Int)] =
      interleaves
      ? (0..<shape[axis]).map { ($0 % inputs.count, $0 / inputs.count) }
      : inputs.indices.flatMap { input in
        (0..<inputs[input].shape[axis]).map { (input, $0) }
      }
    let result = Tensor.make(shape) { index in
      let source = sources[index[axis]]
      var own = index
      own[axis] = source.position
      return inputs[source.input][own]
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = outputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    let strides = rowMajorStrides(of: shape)
    let destination = builder.makePlain(outputs[0])
    var position = 0
    for (number, input) in inputs.enumerated() {
      var destinationStrides = strides
      if interleaves { destinationStrides[axis] *= inputs.count }
      StridedCopy(
        shape: input.shape, sourceStrides: rowMajorStrides(of: input.shape),
        destinationStrides: destinationStrides,
        destinationOffset: (interleaves ? number : position) * strides[axis]
      ).add(from: try builder.plain(input), to: destination, in: builder)
      position += input.shape[axis]
    }
  }
}
