/// Makes a value that does not depend on any input.
package struct Constant: LayerOperation {
  package static let operationName = "constant"

  package var value: Weights

  package init(_ value: Weights) {
    self.value = value
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 0)
    return [value.shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    [value.tensor]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    outputs[0].plainBuffer = builder.constant(value)
  }
}
