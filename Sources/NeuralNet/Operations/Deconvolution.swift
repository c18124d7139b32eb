internal import COneDNN

/// Spreads every pixel over a kernel: the transpose of a convolution.
///
/// Input (..., inputChannels, H, W); output height `(H - 1) * stride + kernel - padding`, or
/// `H * stride` with same padding, or `outputSize`.
package struct Deconvolution: KernelOperation {
  package static let operationName = "deconvolution"

  /// The kernels, (inputChannels, outputChannels / groups, kernel height, kernel width).
  package var weights: Weights
  /// One number per output channel, or none.
  package var bias: Weights?
  package var groups: Int
  package var window: KernelWindow
  /// The height and width of the result, where the padding alone does not fix them.
  package var outputSize: Size2D?

  package init(weights: Weights, bias: Weights?, groups: Int, window: KernelWindow) {
    self.weights = weights
    self.bias = bias
    self.groups = groups
    self.window = window
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    let image = try requireImage(inputs[0])
    let geometry = try geometry(of: image)
    return [
      image.with(
        channels: weights.shape[1] * groups, height: geometry.height.output,
        width: geometry.width.output)
    ]
  }

  /// Where the kernels fall, with `output` the larger image; padding may be negative at the end.
  func geometry(of image: ImageShape) throws(NetworkError) -> WindowGeometry {
    guard weights.shape.count == 4, weights.shape[0] == image.channels else {
      throw fault(
        found: "weights of shape \(weights.shape)",
        expected: "four axes, the first of \(image.channels) input channels")
    }
    guard groups >= 1, groups <= image.channels, image.channels % groups == 0 else {
      throw fault(found: "\(groups) groups", expected: "a divisor of \(image.channels) inputs")
    }
    let outputs = weights.shape[1] * groups
    if let bias, bias.count != outputs {
      throw fault(found: "\(bias.count) bias numbers", expected: "\(outputs)")
    }
    var vertical: (Int, Int)?
    var horizontal: (Int, Int)?
    if case .amounts(let top, let bottom, let left, let right) = padding {
      vertical = (top, bottom)
      horizontal = (left, right)
    }
    return WindowGeometry(
      height: try axis(
        image.height, weights.shape[2], stride.height, dilation.height, vertical,
        outputSize?.height),
      width: try axis(
        image.width, weights.shape[3], stride.width, dilation.width, horizontal,
        outputSize?.width))
  }

  private func axis(
    _ input: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, _ padding: (Int, Int)?,
    _ wanted: Int?
  ) throws(NetworkError) -> WindowAxis {
    for (what, value) in [("kernel", kernel), ("stride", stride), ("dilation", dilation)] {
      try require(value, in: 1...maximumParameter, what)
    }
    var axis = WindowAxis(
      kernel: kernel, stride: stride, dilation: dilation, before: 0, after: 0, output: 0)
    let whole = (input - 1) * stride + axis.extent
    if let padding {
      try require(padding.0, in: 0...maximumParameter, "padding")
      try require(padding.1, in: 0...maximumParameter, "padding")
      axis.before = padding.0
      axis.output = whole - padding.0 - padding.1
    } else {
      let total = max(0, axis.extent - stride)
      axis.before = self.padding == .sameTopLeft ? (total + 1) / 2 : total / 2
      axis.output = input * stride
    }
    if let wanted { axis.output = wanted }
    try require(axis.output, in: 1...maximumElementCount, "an output length of")
    axis.after = whole - axis.before - axis.output
    guard axis.after > -stride else {
      throw fault(
        found: "an output length of \(axis.output)",
        expected: "less than \(whole - axis.before + stride)")
    }
    return axis
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let image = ImageShape(folding: inputs[0].shape)
    guard let geometry = try? geometry(of: image) else {
      preconditionFailure("shapes are checked before")
    }
    let (rows, columns) = (geometry.height, geometry.width)
    let outputsPerGroup = weights.shape[1]
    let outputs = outputsPerGroup * groups
    let inputsPerGroup = image.channels / groups
    var result = Tensor(
      shape: image.with(channels: outputs, height: rows.output, width: columns.output),
      repeating: 0)
    forEachIndex(of: image.shape + [outputsPerGroup, rows.kernel, columns.kernel]) { index in
      let (batch, input, row, column) = (index[0], index[1], index[2], index[3])
      let (local, y, x) = (index[4], index[5], index[6])
      let outputRow = row * rows.stride + y * rows.dilation - rows.before
      let outputColumn = column * columns.stride + x * columns.dilation - columns.before
      guard outputRow >= 0, outputRow < rows.output, outputColumn >= 0,
        outputColumn < columns.output
      else { return }
      let output = input / inputsPerGroup * outputsPerGroup + local
      let pixel = ((batch * image.channels + input) * image.height + row) * image.width + column
      let tap = ((input * outputsPerGroup + local) * rows.kernel + y) * columns.kernel + x
      let target =
        ((batch * outputs + output) * rows.output + outputRow) * columns.output + outputColumn
      result.scalars[target] += inputs[0].scalars[pixel] * weights.scalars[tap]
    }
    if let bias {
      let plane = rows.output * columns.output
      for position in result.scalars.indices {
        result.scalars[position] += bias.scalars[position / plane % outputs]
      }
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let image = ImageShape(folding: inputs[0].shape)
    let result = ImageShape(folding: outputs[0].shape)
    let operation = osa_image_operation(
      from: image, to: result, geometry: try geometry(of: image), groups: groups,
      hasBias: bias != nil)
    guard
      let primitive = Primitive.convolution(operation, isTransposed: true, post: []),
      let sourceLayout = primitive.layout(of: OSA_SOURCE),
      let weightsLayout = primitive.layout(of: OSA_WEIGHTS),
      let resultLayout = primitive.layout(of: OSA_DESTINATION),
      let order = weightsOrder, let packed = weights.packed(as: order, into: weightsLayout)
    else { throw builder.refusal(Self.operationName) }
    var operands: [(osa_argument, PlanBuilder.Operand)] = [
      (OSA_SOURCE, .buffer(try builder.image(inputs[0], as: sourceLayout))),
      (OSA_WEIGHTS, .weights(packed)),
      (OSA_DESTINATION, .buffer(builder.makeImage(outputs[0], as: resultLayout))),
    ]
    if let bias { operands.append((OSA_BIAS, .buffer(builder.constant(bias)))) }
    builder.addPrimitive(primitive, operands)
  }

  /// The weights as oneDNN counts them, output channels before input channels.
  private var weightsOrder: Layout? {
    let inputs = weights.shape[0] / groups
    let outputs = weights.shape[1]
    let (height, width) = (weights.shape[2], weights.shape[3])
    let shape = [groups, outputs, inputs, height, width]
    let tap = height * width
    let strides = [inputs * outputs * tap, tap, outputs * tap, width, 1]
    return groups > 1
      ? Layout.strided(shape, strides: strides)
      : Layout.strided(Array(shape.dropFirst()), strides: Array(strides.dropFirst()))
  }
}
