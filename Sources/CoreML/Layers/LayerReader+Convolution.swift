internal import NeuralNet

extension LayerReader {
  func convolution() throws(ModelFileError) -> [Layer] {
    guard inputs.count == 1 else {
      throw unsupported(found: "weights from another layer", expected: "weights in the file")
    }
    let outputChannels = try parameters.size("output_channels")
    let kernelChannels = try parameters.size("kernel_channels")
    let groups = try parameters.size("n_groups", default: 1)
    let kernel = try parameters.heightAndWidth("kernel_size", default: 3)
    let stride = try parameters.heightAndWidth("stride", default: 1)
    let bias = try bias(if: "has_bias", count: outputChannels)
    guard outputChannels % groups == 0 else {
      throw invalid(
        found: "\(outputChannels) output channels in \(groups) groups",
        expected: "the same number in each group")
    }
    let isTransposed = parameters.flag("is_deconvolution")
    let shape =
      isTransposed
      ? [kernelChannels, outputChannels / groups, kernel.height, kernel.width]
      : [outputChannels, kernelChannels, kernel.height, kernel.width]
    let weights = try weights("weights", shape: shape, channelAxis: isTransposed ? 1 : 0)
    if isTransposed {
      var layer = Deconvolution(
        weights: weights, bias: bias, groups: groups,
        window: KernelWindow(stride: stride, padding: try spatialPadding()))
      layer.outputSize = try outputSize()
      return step(layer)
    }
    let window = KernelWindow(
      stride: stride, dilation: try parameters.heightAndWidth("dilation_factor", default: 1),
      padding: try spatialPadding())
    return step(Convolution(weights: weights, bias: bias, groups: groups, window: window))
  }

  func pooling() throws(ModelFileError) -> [Layer] {
    let function: Pooling.Function =
      switch parameters.integer("type") {
      case 0: .maximum
      case 1: .average(excludesPadding: parameters.flag("avg_pool_exclude_padding"))
      case 2: .l2
      case let type:
        throw invalid(found: "pooling type \(type)", expected: "0 (max), 1 (average) or 2 (L2)")
      }
    if parameters.flag("global_pooling") { return step(Pooling(function, window: .global)) }

    var padding = try spatialPadding()
    let complete = parameters.message("include_last_pixel")
    if let complete {
      let amount = try complete.heightAndWidth("padding_amounts", default: 0, in: 0...65536)
      padding = .amounts(
        top: amount.height, bottom: amount.height, left: amount.width, right: amount.width)
    }
    return step(
      Pooling(
        function,
        window: .sliding(
          kernel: try parameters.heightAndWidth("kernel_size", default: 3),
          KernelWindow(
            stride: try parameters.heightAndWidth("stride", default: 1), padding: padding),
          roundsUp: complete != nil)))
  }

  /// The padding that a convolution or pooling layer chooses: none, amounts, or `same`.
  private func spatialPadding() throws(ModelFileError) -> SpatialPadding {
    if let same = parameters.message("same") {
      return same.integer("asymmetry_mode") == 0 ? .sameBottomRight : .sameTopLeft
    }
    guard let amounts = parameters.message("valid")?.message("padding_amounts") else {
      return .valid
    }
    let edges = try edges(of: amounts)
    return .amounts(
      top: edges.top, bottom: edges.bottom, left: edges.left, right: edges.right)
  }

  /// Amounts at the edges of height and width.
  func edges(
    of amounts: Message
  ) throws(ModelFileError) -> (top: Int, bottom: Int, left: Int, right: Int) {
    let edges = amounts.messages("border_amounts")
    if edges.isEmpty { return (0, 0, 0, 0) }
    guard edges.count == 2 else {
      throw invalid(found: "border amounts for \(edges.count) axes", expected: "height and width")
    }
    return (
      try edges[0].size("start_edge_size", in: 0...65536),
      try edges[0].size("end_edge_size", in: 0...65536),
      try edges[1].size("start_edge_size", in: 0...65536),
      try edges[1].size("end_edge_size", in: 0...65536)
    )
  }

  private func outputSize() throws(ModelFileError) -> Size2D? {
    parameters.integers("output_shape").isEmpty
      ? nil : try parameters.heightAndWidth("output_shape")
  }
}
