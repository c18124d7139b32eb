/// An operation that gives the numbers of its only input another shape, in the same order.
package protocol ReshapingOperation: LayerOperation {}

extension ReshapingOperation {
  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shapes = try? outputShapes(for: [inputs[0].shape]) else {
      preconditionFailure("shapes are checked before")
    }
    return [Tensor(shape: shapes[0], scalars: inputs[0].scalars)]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    outputs[0].plainBuffer = try builder.plain(inputs[0])
  }
}
