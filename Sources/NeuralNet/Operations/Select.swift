/// Takes each element from the second input where the first is not zero, else from the third.
package struct Select: LayerOperation {
  package static let operationName = "select"

  package init() {}

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 3)
    guard let shape = broadcastShape(inputs) else {
      throw fault(found: "shapes \(inputs)", expected: "equal lengths, or 1")
    }
    return [shape]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = broadcastShape(inputs.map(\.shape)) else {
      preconditionFailure("shapes are checked before")
    }
    let result = Tensor.make(shape) { index in
      inputs[inputs[0].broadcast(at: index) != 0 ? 1 : 2].broadcast(at: index)
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = outputs[0].shape
    var buffers: [Int] = []
    for input in inputs { buffers.append(try builder.plain(input)) }
    let strides = inputs.map { broadcastStrides(of: $0.shape, in: shape) }
    let loop = StridedLoop(shape: shape, strides: strides + [rowMajorStrides(of: shape)])
    builder.addLoop(buffers + [builder.makePlain(outputs[0])]) { regions in
      loop.forEachRun { offsets in
        for index in 0..<loop.runLength {
          let condition = regions[0][offsets[0] + index * loop.runStrides[0]]
          let choice = condition != 0 ? 1 : 2
          regions[3][offsets[3] + index * loop.runStrides[3]] =
            regions[choice][offsets[choice] + index * loop.runStrides[choice]]
        }
      }
    }
  }
}
