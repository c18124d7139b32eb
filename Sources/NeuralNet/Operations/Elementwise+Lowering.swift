extension Elementwise {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let result = outputs[0]
    if inputs.count == 1 {
      // The sum, product, mean or extremum of one number is that number.
      outputs[0].plainBuffer = try builder.plain(inputs[0])
      return
    }
    let isSameShape = inputs.allSatisfy { $0.shape == result.shape }
    if isSameShape, let layout = inputs[0].gapless?.layout {
      var sources: [Int] = []
      for input in inputs { sources.append(try builder.image(input, as: layout)) }
      let flat = [Int](repeating: 1, count: 1)
      add(
        sources, to: builder.makeImage(result, as: layout), shape: [result.count],
        strides: inputs.map { _ in flat }, in: builder)
      return
    }
    var sources: [Int] = []
    for input in inputs { sources.append(try builder.plain(input)) }
    add(
      sources, to: builder.makePlain(result), shape: result.shape,
      strides: inputs.map { broadcastStrides(of: $0.shape, in: result.shape) }, in: builder)
  }

  /// Adds one loop for each pair: the first two inputs, then the result and the next.
  private func add(
    _ sources: [Int], to destination: Int, shape: [Int], strides: [[Int]],
    in builder: PlanBuilder
  ) {
    let function = function
    let whole = rowMajorStrides(of: shape)
    for position in 1..<sources.count {
      let isFirst = position == 1
      let loop = StridedLoop(
        shape: shape, strides: [isFirst ? strides[0] : whole, strides[position], whole])
      let first = isFirst ? sources[0] : destination
      builder.addLoop([first, sources[position], destination]) { regions in
        loop.forEachRun { offsets in
          function.combine(
            FloatRun(region: regions[0], offset: offsets[0], stride: loop.runStrides[0]),
            FloatRun(region: regions[1], offset: offsets[1], stride: loop.runStrides[1]),
            into: FloatRun(region: regions[2], offset: offsets[2], stride: loop.runStrides[2]),
            count: loop.runLength)
        }
      }
    }
    if function == .average {
      let factor = 1 / Float(sources.count)
      let count = shape.reduce(1, *)
      builder.addLoop([destination]) { regions in
        let run = FloatRun(region: regions[0], offset: 0, stride: 1)
        run.map(run, count: count) { $0 * factor }
      }
    }
  }
}
