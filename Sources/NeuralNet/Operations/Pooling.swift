/// Takes the maximum, the mean or the Euclidean norm of windows of an image.
package struct Pooling: LayerOperation {
  package static let operationName = "pooling"

  package enum Function: Sendable, Equatable {
    /// The largest value; padding never wins.
    case maximum
    /// The mean; padding counts as zeros, or not at all.
    case average(excludesPadding: Bool)
    /// The square root of the sum of squares.
    case l2
  }

  package enum Window: Sendable, Equatable {
    /// The whole height and width: the output is 1 by 1.
    case global
    /// A window of neighbouring pixels that slides. `roundsUp` keeps a last, partial window that starts inside the image
    /// or its leading padding (Core ML's includeLastPixel; ceil mode).
    case sliding(kernel: Size2D, KernelWindow, roundsUp: Bool)
  }

  package var function: Function
  package var window: Window

  package init(_ function: Function, window: Window) {
    self.function = function
    self.window = window
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let image = try requireImage(inputs[0])
    let geometry = try geometry(of: image)
    return [
      image.with(
        channels: image.channels, height: geometry.height.output, width: geometry.width.output)
    ]
  }

  /// Where the windows fall on an image.
  func geometry(of image: ImageShape) throws(NetworkError) -> WindowGeometry {
    switch window {
    case .global:
      func whole(_ length: Int) -> WindowAxis {
        WindowAxis(kernel: length, stride: 1, dilation: 1, before: 0, after: 0, output: 1)
      }
      return WindowGeometry(height: whole(image.height), width: whole(image.width))
    case .sliding(let kernel, let window, let roundsUp):
      guard window.dilation == .one else {
        throw fault(
          found: "a dilation of \(window.dilation.height) x \(window.dilation.width)",
          expected: "pixels side by side")
      }
      return try geometry(of: image, kernel: kernel, window: window, roundsUp: roundsUp)
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let image = ImageShape(folding: inputs[0].shape)
    guard let geometry = try? geometry(of: image) else {
      preconditionFailure("shapes are checked before")
    }
    let (rows, columns) = (geometry.height, geometry.width)
    var result = Tensor(
      shape: image.with(
        channels: image.channels, height: rows.output, width: columns.output),
      repeating: 0)
    var position = 0
    forEachIndex(of: [image.batch * image.channels, rows.output, columns.output]) { index in
      var window: [Float] = []
      var paddedCount = 0
      for y in 0..<rows.kernel {
        let row = index[1] * rows.stride + y - rows.before
        guard row < image.height + rows.after else { continue }
        for x in 0..<columns.kernel {
          let column = index[2] * columns.stride + x - columns.before
          guard column < image.width + columns.after else { continue }
          paddedCount += 1
          guard row >= 0, row < image.height, column >= 0, column < image.width else { continue }
          window.append(
            inputs[0].scalars[(index[0] * image.height + row) * image.width + column])
        }
      }
      result.scalars[position] = combine(window, paddedCount: paddedCount)
      position += 1
    }
    return [result]
  }

  /// One number for the pixels of a window and the count of pixels and padding in it.
  private func combine(_ window: [Float], paddedCount: Int) -> Float {
    switch function {
    case .maximum: window.max() ?? 0
    case .average(let excludesPadding):
      window.isEmpty
        ? 0 : window.reduce(0, +) / Float(excludesPadding ? window.count : paddedCount)
    case .l2: window.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
  }
}
