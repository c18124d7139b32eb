/// A depthwise 3 x 3 convolution and the product of its pixels with a matrix, in one pass over the
/// image; rewriting makes it where the tile unit computes it.
struct SeparableConvolution: LayerOperation {
  static let operationName = "convolution"

  /// The first step; its residual is none.
  var depthwise: FusedConvolution
  /// The second step, one pixel at a time.
  var pointwise: FusedConvolution

  /// Takes two convolutions that follow each other; nil if they are not of this kind.
  init?(_ first: any LayerOperation, then second: any LayerOperation, shape: [Int]) {
    guard let depthwise = FusedConvolution(first), let pointwise = FusedConvolution(second)
    else { return nil }
    let (kernels, matrix) = (depthwise.convolution, pointwise.convolution)
    let channels = ImageShape(folding: shape).channels
    guard !depthwise.addsResidual, kernels.weights.shape == [channels, 1, 3, 3],
      kernels.groups == channels, kernels.dilation == .one,
      channels <= TileProduct.maximumDepthwiseChannels,
      let between = TileFunction(depthwise.activation), !between.isHardSwish,
      TileFunction(pointwise.activation) != nil, matrix.isPointwise,
      let result = try? kernels.outputShapes(for: [shape]).first,
      TileUnit.suits(
        rows: result.reduce(1, *) / channels, inputs: channels, outputs: matrix.weights.shape[0])
    else { return nil }
    self.depthwise = depthwise
    self.pointwise = pointwise
  }

  func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try pointwise.outputShapes(
      for: depthwise.outputShapes(for: [inputs[0]]) + inputs.dropFirst())
  }

  func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    pointwise.evaluate(depthwise.evaluate([inputs[0]]) + inputs.dropFirst())
  }

  func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let image = ImageShape(folding: inputs[0].shape)
    let result = ImageShape(folding: outputs[0].shape)
    guard let between = TileFunction(depthwise.activation),
      let end = TileFunction(pointwise.activation),
      let source = Layout.channelsLast(image), let destination = Layout.channelsLast(result)
    else { throw builder.refusal(Self.operationName) }
    let product = TileProduct(
      image: image,
      depthwise: TileProduct.Depthwise(
        weights: depthwise.convolution.weights, bias: depthwise.convolution.bias,
        geometry: try depthwise.convolution.geometry(of: image), function: between),
      weights: pointwise.convolution.weights, bias: pointwise.convolution.bias, function: end)
    var residual: Int?
    if pointwise.addsResidual { residual = try builder.image(inputs[1], as: destination) }
    try product.add(
      from: try builder.image(inputs[0], as: source), adding: residual,
      to: builder.makeImage(outputs[0], as: destination), in: builder)
  }
}

extension FusedConvolution {
  /// A convolution with or without what was fused to it; nil if the operation is none.
  init?(_ operation: any LayerOperation) {
    switch operation {
    case let fused as FusedConvolution: self = fused
    case let convolution as Convolution:
      self.init(convolution: convolution, addsResidual: false, activation: nil)
    default: return nil
    }
  }
}

extension Convolution {
  /// Whether every pixel is multiplied by the same matrix and no other takes part.
  var isPointwise: Bool {
    guard groups == 1, stride == .one, weights.shape.count == 4,
      weights.shape.suffix(2) == [1, 1]
    else { return false }
    if case .amounts(let top, let bottom, let left, let right) = padding {
      return top == 0 && bottom == 0 && left == 0 && right == 0
    }
    return true
  }
}
