extension Reduce {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let axes = reducedAxes(rank: shape.count)
    if lowerByChannels(inputs[0], axes, to: outputs[0], in: builder) { return }
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

extension Reduce {
  /// Combines two numbers of those that are reduced to one; nil where there is more to it.
  private var combination: ((FloatRun, FloatRun, FloatRun, Int) -> Void)? {
    switch function {
    case .sum, .mean: { $0.zip($1, $2, count: $3) { $0 + $1 } }
    case .maximum: { $0.zip($1, $2, count: $3) { max($0, $1) } }
    case .minimum: { $0.zip($1, $2, count: $3) { min($0, $1) } }
    default: nil
    }
  }

  /// Reduces height, width or both of an image whose channels lie last, all channels at a time;
  /// false where the value does not lie so or is reduced otherwise.
  private func lowerByChannels(
    _ input: PlannedValue, _ axes: [Int], to output: PlannedValue, in builder: PlanBuilder
  ) -> Bool {
    let rank = input.shape.count
    guard rank >= 3, let combine = combination, axes.allSatisfy({ $0 >= rank - 2 }) else {
      return false
    }
    let image = ImageShape(folding: input.shape)
    let result = ImageShape(
      folding: image.with(
        channels: image.channels, height: axes.contains(rank - 2) ? 1 : image.height,
        width: axes.contains(rank - 1) ? 1 : image.width))
    let isWhole = result.height * result.width == 1
    guard isWhole || keepsAxes, let layout = Layout.channelsLast(image),
      let resultLayout = Layout.channelsLast(result),
      let version = input.versions.first(where: { $0.layout == layout })
    else { return false }
    // Of one pixel a channel, the order is the row-major one too.
    let destination =
      isWhole ? builder.makePlain(output) : builder.makeImage(output, as: resultLayout)
    let (rows, columns) = (image.height / result.height, image.width / result.width)
    let channels = image.channels
    let factor: Float? = function == .mean ? Float(rows * columns) : nil
    builder.addLoop([version.buffer, destination]) { regions in
      for position in 0..<result.batch * result.height * result.width {
        let column = position % result.width
        let row = position / result.width % result.height
        let plane = position / result.width / result.height
        let sum = FloatRun(region: regions[1], offset: position * channels, stride: 1)
        for pixel in 0..<rows * columns {
          let y = row * rows + pixel / columns
          let x = column * columns + pixel % columns
          let run = FloatRun(
            region: regions[0],
            offset: ((plane * image.height + y) * image.width + x) * channels, stride: 1)
          if pixel == 0 {
            sum.map(run, count: channels) { $0 }
          } else {
            combine(sum, sum, run, channels)
          }
        }
        if let factor { sum.map(sum, count: channels) { $0 / factor } }
      }
    }
    return true
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
