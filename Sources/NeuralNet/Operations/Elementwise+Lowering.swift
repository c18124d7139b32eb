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
    if try lowerByChannels(inputs, to: result, in: builder) { return }
    var sources: [Int] = []
    for input in inputs { sources.append(try builder.plain(input)) }
    add(
      sources, to: builder.makePlain(result), shape: result.shape,
      strides: inputs.map { broadcastStrides(of: $0.shape, in: result.shape) }, in: builder)
  }

  /// Combines images whose channels lie last with one number a channel, as gates of channels do;
  /// false where the inputs are others.
  private func lowerByChannels(
    _ inputs: [PlannedValue], to result: PlannedValue, in builder: PlanBuilder
  ) throws(NetworkError) -> Bool {
    let image = ImageShape(folding: result.shape)
    let gate = ImageShape(folding: image.with(channels: image.channels, height: 1, width: 1))
    guard let layout = Layout.channelsLast(image),
      inputs.contains(where: { input in input.versions.contains { $0.layout == layout } }),
      inputs.allSatisfy({ input in
        input.shape == result.shape
          || input.shape.count == result.shape.count
            && ImageShape(folding: input.shape).shape == gate.shape
      })
    else { return false }
    var sources: [Int] = []
    var strides: [[Int]] = []
    for input in inputs {
      let isWhole = input.shape == result.shape
      sources.append(try isWhole ? builder.image(input, as: layout) : builder.plain(input))
      let pixels = image.height * image.width * image.channels
      strides.append(isWhole ? [pixels, image.channels, 1] : [image.channels, 0, 1])
    }
    add(
      sources, to: builder.makeImage(result, as: layout),
      shape: [image.batch, image.height * image.width, image.channels], strides: strides,
      in: builder)
    return true
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
