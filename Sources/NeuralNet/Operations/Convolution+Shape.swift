/// The numbers of a sliding window along one axis, checked.
struct WindowAxis {
  var kernel: Int
  var stride: Int
  var dilation: Int
  var before: Int
  var after: Int
  var output: Int

  /// The distance from the first to the last tap, plus one.
  var extent: Int { (kernel - 1) * dilation + 1 }
}

/// A sliding window along both axes of an image.
struct WindowGeometry {
  var height: WindowAxis
  var width: WindowAxis
}

extension LayerOperation {
  /// Works out padding and output size of a sliding window, or throws if it does not fit.
  func geometry(
    of image: ImageShape, kernel: Size2D, window: KernelWindow, roundsUp: Bool = false
  ) throws(NetworkError) -> WindowGeometry {
    let (stride, dilation) = (window.stride, window.dilation)
    for (what, size) in [("kernel", kernel), ("stride", stride), ("dilation", dilation)] {
      try require(size.height, in: 1...maximumParameter, "\(what) height")
      try require(size.width, in: 1...maximumParameter, "\(what) width")
    }
    var vertical: (Int, Int)?
    var horizontal: (Int, Int)?
    if case .amounts(let top, let bottom, let left, let right) = window.padding {
      for amount in [top, bottom, left, right] {
        try require(amount, in: 0...maximumParameter, "padding")
      }
      vertical = (top, bottom)
      horizontal = (left, right)
    }
    let isTopHeavy = window.padding == .sameTopLeft
    return WindowGeometry(
      height: try axis(
        image.height, kernel.height, stride.height, dilation.height, vertical, isTopHeavy,
        roundsUp),
      width: try axis(
        image.width, kernel.width, stride.width, dilation.width, horizontal, isTopHeavy, roundsUp))
  }

  private func axis(
    _ input: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, _ padding: (Int, Int)?,
    _ isStartHeavy: Bool, _ roundsUp: Bool
  ) throws(NetworkError) -> WindowAxis {
    var axis = WindowAxis(
      kernel: kernel, stride: stride, dilation: dilation, before: 0, after: 0, output: 0)
    guard let padding else {
      axis.output = (input + stride - 1) / stride
      let total = max(0, (axis.output - 1) * stride + axis.extent - input)
      axis.before = isStartHeavy ? (total + 1) / 2 : total / 2
      axis.after = total - axis.before
      return axis
    }
    (axis.before, axis.after) = padding
    let room = input + axis.before + axis.after - axis.extent
    guard room >= 0 else {
      throw fault(
        found: "\(input) pixels with \(axis.before + axis.after) of padding",
        expected: "at least the \(axis.extent) that the kernel spans")
    }
    axis.output = room / stride + 1
    if roundsUp {
      axis.output = (room + stride - 1) / stride + 1
      if (axis.output - 1) * stride >= input + axis.before { axis.output -= 1 }
    }
    return axis
  }
}
