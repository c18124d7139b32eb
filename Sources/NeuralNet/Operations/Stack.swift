/// Joins tensors of one shape along a new axis.
package struct Stack: LayerOperation {
  package static let operationName = "stack"

  package var axis: Int

  package init(axis: Int) {
    self.axis = axis
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    guard let first = inputs.first, inputs.allSatisfy({ $0 == first }), first.count < maximumRank
    else {
      throw fault(
        found: "shapes \(inputs)",
        expected: "one or more equal shapes of fewer than \(maximumRank) axes")
    }
    var shape = first
    shape.insert(inputs.count, at: try resolve(axis: axis, rank: first.count + 1))
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let axis = normalized(axis, rank: inputs[0].shape.count + 1)
    let expand = ExpandDimensions(axes: [axis])
    return Concatenate(axis: axis).evaluate(inputs.map { expand.evaluate([$0])[0] })
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let axis = normalized(axis, rank: outputs[0].shape.count)
    var expandedInputs: [PlannedValue] = []
    for input in inputs {
      var shape = input.shape
      shape.insert(1, at: axis)
      let value = PlannedValue(shape: shape, remainingUses: 0)
      value.plainBuffer = try builder.plain(input)
      expandedInputs.append(value)
    }
    try Concatenate(axis: axis).lower(expandedInputs, to: outputs, in: builder)
  }
}
