/// Changes the height and width of an image.
package struct Upsample: LayerOperation {
  package static let operationName = "upsample"

  package enum Mode: Sendable, Equatable {
    /// Repeats or skips pixels; output pixel i reads pixel `floor(i * input / output)`.
    case nearestNeighbor
    /// Interpolates; output pixel i reads position `i * (input - 1) / (output - 1)`.
    case bilinearAlignedCorners
    /// The same, but that a single output pixel reads the middle.
    case bilinearAlignedCornersOrMiddle
    /// Interpolates; output pixel i reads position `(i + 0.5) * max(1, input - 1) / output`.
    case bilinearOffsetCorners
    /// Interpolates; output pixel i reads position `(i + 0.5) * input / output - 0.5`.
    case bilinearHalfPixel
    /// Interpolates; output pixel i reads position `i * input / output`.
    case bilinearTopLeft
  }

  package enum Target: Sendable, Equatable {
    /// So many times the input's height and width.
    case scale(Size2D)
    /// This height and width.
    case size(Size2D)
  }

  package var target: Target
  package var mode: Mode

  package init(scale: Size2D, mode: Mode) {
    target = .scale(scale)
    self.mode = mode
  }

  package init(outputSize: Size2D, mode: Mode) {
    target = .size(outputSize)
    self.mode = mode
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let image = try requireImage(inputs[0])
    let size: Size2D
    switch target {
    case .scale(let scale):
      try require(scale.height, in: 1...maximumParameter, "height scale")
      try require(scale.width, in: 1...maximumParameter, "width scale")
      size = Size2D(height: image.height * scale.height, width: image.width * scale.width)
    case .size(let given): size = given
    }
    try require(size.height, in: 1...maximumElementCount, "height")
    try require(size.width, in: 1...maximumElementCount, "width")
    return [image.with(channels: image.channels, height: size.height, width: size.width)]
  }

  /// A pixel between two of the input: `first * (1 - weight) + second * weight`.
  private struct Mix {
    var first: Int
    var second: Int
    var weight: Float
  }

  /// Where each pixel along an axis reads the input.
  private func mixes(input: Int, output: Int) -> [Mix] {
    (0..<output).map { pixel in
      let position: Double
      switch mode {
      case .nearestNeighbor:
        return Mix(first: pixel * input / output, second: pixel * input / output, weight: 0)
      case .bilinearAlignedCorners:
        position = output == 1 ? 0 : Double(pixel * (input - 1)) / Double(output - 1)
      case .bilinearAlignedCornersOrMiddle:
        position =
          output == 1
          ? Double(input - 1) / 2 : Double(pixel * (input - 1)) / Double(output - 1)
      case .bilinearOffsetCorners:
        position = (Double(pixel) + 0.5) * Double(max(1, input - 1)) / Double(output)
      case .bilinearHalfPixel:
        position = (Double(pixel) + 0.5) * Double(input) / Double(output) - 0.5
      case .bilinearTopLeft: position = Double(pixel * input) / Double(output)
      }
      let inside = position.clamped(to: 0...Double(input - 1))
      let first = Int(inside)
      return Mix(
        first: first, second: min(first + 1, input - 1), weight: Float(inside - Double(first)))
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = try? outputShapes(for: [inputs[0].shape])[0] else {
      preconditionFailure("shapes are checked before")
    }
    let (image, size) = (ImageShape(folding: inputs[0].shape), ImageShape(folding: shape))
    let rows = mixes(input: image.height, output: size.height)
    let columns = mixes(input: image.width, output: size.width)
    let result = Tensor.make(shape) { index in
      func pixel(_ row: Int, _ column: Int) -> Float {
        inputs[0][index.dropLast(2) + [row, column]]
      }
      let row = rows[index[index.count - 2]]
      let column = columns[index[index.count - 1]]
      let top =
        pixel(row.first, column.first) * (1 - column.weight)
        + pixel(row.first, column.second) * column.weight
      let bottom =
        pixel(row.second, column.first) * (1 - column.weight)
        + pixel(row.second, column.second) * column.weight
      return top * (1 - row.weight) + bottom * row.weight
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let image = ImageShape(folding: inputs[0].shape)
    let size = ImageShape(folding: outputs[0].shape)
    let rows = mixes(input: image.height, output: size.height)
    let columns = mixes(input: image.width, output: size.width)
    let source = try builder.plain(inputs[0])
    builder.addLoop([source, builder.makePlain(outputs[0])]) { regions in
      let (from, to) = (regions[0], regions[1])
      var position = 0
      for plane in 0..<image.batch * image.channels {
        for rowIndex in rows.indices {
          let row = rows[rowIndex]
          let top = (plane * image.height + row.first) * image.width
          let bottom = (plane * image.height + row.second) * image.width
          for columnIndex in columns.indices {
            let column = columns[columnIndex]
            let left =
              from[top + column.first] * (1 - row.weight)
              + from[bottom + column.first] * row.weight
            let right =
              from[top + column.second] * (1 - row.weight)
              + from[bottom + column.second] * row.weight
            to[position] = left * (1 - column.weight) + right * column.weight
            position += 1
          }
        }
      }
    }
  }
}
