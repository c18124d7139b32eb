internal import COneDNN

/// A convolution that adds another image to its result and applies an activation at once.
///
/// Rewriting makes it; no network holds it.
struct FusedConvolution: LayerOperation {
  static let operationName = "convolution"

  var convolution: Convolution
  /// Whether a second input, of the result's shape, is added before the activation.
  var addsResidual: Bool
  /// An activation that has post-operations.
  var activation: Activation.Function?

  func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try convolution.outputShapes(for: [inputs[0]])
  }

  func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    var result = convolution.evaluate([inputs[0]])
    if addsResidual { result = Elementwise(.add).evaluate([result[0], inputs[1]]) }
    if let activation { result = Activation(activation).evaluate(result) }
    return result
  }

  func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    if let (padded, inner) = try convolution.withExplicitPadding(inputs[0], in: builder) {
      var fused = self
      fused.convolution = inner
      try fused.lower([padded] + inputs.dropFirst(), to: outputs, in: builder)
      return
    }
    let image = ImageShape(folding: inputs[0].shape)
    let result = ImageShape(folding: outputs[0].shape)
    let weights = convolution.weights
    let groups = convolution.groups
    let geometry = try convolution.geometry(of: image)
    if try lowerToTiles(inputs, image, geometry, to: outputs[0], in: builder) { return }
    let operation = osa_image_operation(
      from: image, to: result, geometry: geometry, groups: groups,
      hasBias: convolution.bias != nil)
    var post = activation?.postOperations ?? []
    if addsResidual { post.insert(.sum, at: 0) }
    guard
      let primitive = Primitive.convolution(operation, isTransposed: false, post: post),
      let sourceLayout = primitive.layout(of: OSA_SOURCE),
      let weightsLayout = primitive.layout(of: OSA_WEIGHTS),
      let resultLayout = primitive.layout(of: OSA_DESTINATION)
    else { throw builder.refusal(Self.operationName) }
    let grouped =
      [groups, weights.shape[0] / groups] + weights.shape.dropFirst()
    let plainWeights = Layout.plain(groups > 1 ? grouped : weights.shape)
    guard let packed = weights.packed(as: plainWeights, into: weightsLayout) else {
      throw builder.refusal(Self.operationName)
    }
    let source = try builder.image(inputs[0], as: sourceLayout)
    let destination: Int
    if addsResidual {
      destination = try Self.residual(
        inputs[1], as: resultLayout, besides: source, in: builder)
      builder.setImage(outputs[0], layout: resultLayout, buffer: destination)
    } else {
      destination = builder.makeImage(outputs[0], as: resultLayout)
    }
    var operands: [(osa_argument, PlanBuilder.Operand)] = [
      (OSA_SOURCE, .buffer(source)), (OSA_WEIGHTS, .weights(packed)),
      (OSA_DESTINATION, .buffer(destination)),
    ]
    if let bias = convolution.bias {
      operands.append((OSA_BIAS, .buffer(builder.constant(bias))))
    }
    builder.addPrimitive(primitive, operands)
  }

  /// Lowers the convolution to the tile unit; false where it does not take it.
  private func lowerToTiles(
    _ inputs: [PlannedValue], _ image: ImageShape, _ geometry: WindowGeometry,
    to output: PlannedValue, in builder: PlanBuilder
  ) throws(NetworkError) -> Bool {
    guard let result = Layout.channelsLast(ImageShape(folding: output.shape)) else { return false }
    if let stem = TileStem(self, image: image, geometry: geometry) {
      stem.add(
        from: try builder.plain(inputs[0]), to: builder.makeImage(output, as: result), in: builder)
      return true
    }
    let rows = image.batch * image.height * image.width
    guard convolution.isPointwise, let function = TileFunction(activation),
      TileUnit.suits(rows: rows, inputs: image.channels, outputs: convolution.weights.shape[0]),
      let layout = Layout.channelsLast(image)
    else { return false }
    let product = TileProduct(
      image: image, weights: convolution.weights, bias: convolution.bias, function: function)
    var residual: Int?
    if addsResidual { residual = try builder.image(inputs[1], as: result) }
    try product.add(
      from: try builder.image(inputs[0], as: layout), adding: residual,
      to: builder.makeImage(output, as: result), in: builder)
    return true
  }

  /// A buffer that holds the residual and may be overwritten: its own if nobody reads it later
  /// and the convolution does not read it either.
  private static func residual(
    _ value: PlannedValue, as layout: Layout, besides source: Int, in builder: PlanBuilder
  ) throws(NetworkError) -> Int {
    // Only blocked buffers belong to one value; row-major ones may be shared by reshapes.
    if value.remainingUses == 0,
      let own = value.versions.first(where: { $0.layout == layout }), own.buffer != source
    {
      return own.buffer
    }
    let residual = try builder.image(value, as: layout)
    let copy = builder.makeBuffer(byteCount: layout.byteCount)
    try builder.addReorder((layout, residual), to: (layout, copy))
    return copy
  }
}

extension osa_image_operation {
  init(
    from input: ImageShape, to output: ImageShape, geometry: WindowGeometry, groups: Int,
    hasBias: Bool
  ) {
    let (rows, columns) = (geometry.height, geometry.width)
    self.init(
      batch: Int64(input.batch), groups: Int64(groups),
      input_channels: Int64(input.channels), input_height: Int64(input.height),
      input_width: Int64(input.width), output_channels: Int64(output.channels),
      output_height: Int64(output.height), output_width: Int64(output.width),
      kernel_height: Int64(rows.kernel), kernel_width: Int64(columns.kernel),
      stride_height: Int64(rows.stride), stride_width: Int64(columns.stride),
      dilation_height: Int64(rows.dilation), dilation_width: Int64(columns.dilation),
      top: Int64(rows.before), left: Int64(columns.before), bottom: Int64(rows.after),
      right: Int64(columns.after), has_bias: hasBias)
  }
}
