extension Reduce {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let axes = reducedAxes(rank: shape.count)
    let (source, count) = try builder.movingLast(axes, of: inputs[0])
    let function = function
    let rows = inputs[0].count / count
    builder.addLoop([source, builder.makePlain(outputs[0])]) { regions in
      for row in 0..<rows {
        let run = FloatRun(region: regions[0], offset: row * count, stride: 1)
        regions[1][row] = function.value(of: run, count: count)
      }
    }
  }
}

extension PlanBuilder {
  /// A buffer with the value's axes reordered so that `axes` come last, and their element count.
  func movingLast(
    _ axes: [Int], of value: PlannedValue
  ) throws(NetworkError) -> (buffer: Int, count: Int) {
    let shape = value.shape
    let count = axes.reduce(1) { $0 * shape[$1] }
    let source = try plain(value)
    let kept = shape.indices.filter { !axes.contains($0) }
    let order = kept + axes
    // Axes of length 1 may lie anywhere.
    let moving = order.filter { shape[$0] > 1 }
    if moving == moving.sorted() { return (source, count) }
    let strides = rowMajorStrides(of: shape)
    let moved = order.map { shape[$0] }
    let buffer = makeBuffer(byteCount: value.count * 4)
    StridedCopy(
      shape: moved, sourceStrides: order.map { strides[$0] },
      destinationStrides: rowMajorStrides(of: moved)
    ).add(from: source, to: buffer, in: self)
    return (buffer, count)
  }
}
