internal import NeuralNet

extension OperationReader {
  func convolution() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let weights = try requiredWeights("weight")
    let window = try window(of: x, kernelRank: weights.shape.count - 2)
    return try throughImage(
      x,
      Convolution(
        weights: try imageKernels(weights), bias: try self.weights("bias", count: weights.shape[0]),
        groups: try integer("groups", default: 1), window: window))
  }

  func transposedConvolution() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let weights = try requiredWeights("weight")
    let window = try window(of: x, kernelRank: weights.shape.count - 2)
    let groups = try integer("groups", default: 1)
    guard groups >= 1, groups <= maximumElementCount / weights.shape[1] else {
      throw invalid(found: "\(groups) groups", expected: "a divisor of the channels")
    }
    var layer = Deconvolution(
      weights: try imageKernels(weights),
      bias: try self.weights("bias", count: weights.shape[1] * groups), groups: groups,
      window: window)
    if try constant("output_shape") != nil {
      let shape = try integers("output_shape", count: x.rank, default: 0)
      layer.outputSize = Size2D(height: x.rank == 3 ? 1 : shape[2], width: shape[x.rank - 1])
    }
    return try throughImage(x, layer)
  }

  func pooling(_ function: Pooling.Function) throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let kernel = try integers("kernel_sizes")
    let window = try window(of: x, kernelRank: kernel.count)
    return try throughImage(
      x,
      Pooling(
        function,
        window: .sliding(
          kernel: Self.size(kernel), window, roundsUp: try flag("ceil_mode"))))
  }

  /// Runs an image operation on (batch, channels, height, width), or on a sequence
  /// (batch, channels, length) as an image of one row.
  private func throughImage(
    _ x: ProgramValue, _ operation: any LayerOperation
  ) throws(ModelFileError) -> [ProgramValue] {
    if x.rank == 4 { return try emit(operation, [x]) }
    let image = try single(ExpandDimensions(axes: [-2]), x)
    return try emit(Squeeze(axes: [-2]), [try single(operation, image)])
  }

  /// Strides, dilations and padding along the one or two axes of a kernel.
  private func window(
    of x: ProgramValue, kernelRank: Int
  ) throws(ModelFileError) -> KernelWindow {
    guard x.rank == 3 || x.rank == 4, kernelRank == x.rank - 2 else {
      throw unsupported(
        found: "\(kernelRank) axes of a kernel over a value of shape \(x.shape)",
        expected: "one over (batch, channels, length) or two over images")
    }
    let padding: SpatialPadding
    switch try text("pad_type", default: "valid") {
    case "valid": padding = .valid
    case "same": padding = .sameBottomRight
    case "same_lower": padding = .sameTopLeft
    case "custom":
      var pad = try integers("pad", count: 2 * kernelRank, default: 0)
      if kernelRank == 1 { pad = [0, 0] + pad }
      padding = .amounts(top: pad[0], bottom: pad[1], left: pad[2], right: pad[3])
    case let other:
      throw unsupported(
        found: "the padding '\(other)'", expected: "valid, same, same_lower or custom")
    }
    return KernelWindow(
      stride: Self.size(try integers("strides", count: kernelRank, default: 1)),
      dilation: Self.size(try integers("dilations", count: kernelRank, default: 1)),
      padding: padding)
  }

  /// One length as a row, two as height and width.
  private static func size(_ lengths: [Int]) -> Size2D {
    Size2D(height: lengths.count > 1 ? lengths[0] : 1, width: lengths[lengths.count - 1])
  }

  private func imageKernels(_ weights: Weights) throws(ModelFileError) -> Weights {
    guard weights.shape.count == 3 else { return weights }
    return try reshaped(weights, to: [weights.shape[0], weights.shape[1], 1, weights.shape[2]])
  }

  /// A vector of weights of a given length; nil if it is left out.
  func weights(_ name: String, count: Int) throws(ModelFileError) -> Weights? {
    guard let weights = try weights(name) else { return nil }
    guard weights.count == count else {
      throw invalid(found: "\(weights.count) numbers of \(name)", expected: "\(count)")
    }
    return weights
  }
}
