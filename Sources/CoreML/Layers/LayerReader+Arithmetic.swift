internal import NeuralNet

extension LayerReader {
  func unary() throws(ModelFileError) -> [Layer] {
    let epsilon = parameters.float("epsilon") == 0 ? 1e-6 : parameters.float("epsilon")
    let alpha = parameters.float("alpha")
    let function: Unary.Function =
      switch parameters.integer("type") {
      case 0: .squareRoot
      case 1: .reciprocalSquareRoot(epsilon: epsilon)
      case 2: .inverse(epsilon: epsilon)
      case 3: .power(exponent: alpha)
      case 4: .exp
      case 5: .log(epsilon: 0)
      case 6: .absolute
      case 7: .threshold(minimum: alpha)
      case let type: throw invalid(found: "unary function \(type)", expected: "0 to 7")
      }
    let scale = parameters.float("scale")
    return step(
      Unary(function, scale: scale == 0 ? 1 : scale, shift: parameters.float("shift")))
  }

  func add() -> [Layer] {
    inputs.count == 1
      ? step(Activation(.linear(alpha: 1, beta: parameters.float("alpha"))))
      : step(Elementwise(.add))
  }

  func multiply() -> [Layer] {
    inputs.count == 1
      ? step(Activation(.linear(alpha: parameters.float("alpha"), beta: 0)))
      : step(Elementwise(.multiply))
  }

  func scale() throws(ModelFileError) -> [Layer] {
    let scale = try imageConstant("scale", shape: "shape_scale")
    let bias = parameters.flag("has_bias") ? try imageConstant("bias", shape: "shape_bias") : nil
    return step(Affine(scale: scale, bias: bias))
  }

  func bias() throws(ModelFileError) -> [Layer] {
    step(Affine(scale: nil, bias: try imageConstant("bias", shape: "shape")))
  }

  /// Numbers for all, for each channel, for each pixel or for both.
  private func imageConstant(
    _ name: StaticString, shape: StaticString
  ) throws(ModelFileError) -> Weights {
    let shape = try parameters.sizes(shape)
    guard shape.count == 1 || shape.count == 3 else {
      throw invalid(found: "the shape \(shape)", expected: "one axis (C) or three (C, H, W)")
    }
    return try weights(name, shape: shape.count == 1 ? [shape[0], 1, 1] : shape)
  }

  func dotProduct() throws(ModelFileError) -> [Layer] {
    try expectInputs(2...2)
    var layers: [Layer] = []
    var factors = inputs
    if parameters.flag("cosine_similarity") {
      for (index, input) in inputs.enumerated() {
        factors[index] = temporary(index)
        layers.append(
          Layer(
            name: name, operation: Normalization(.l2, axes: [-3], epsilon: 1e-6), inputs: [input],
            outputs: [factors[index]]))
      }
    }
    layers.append(
      Layer(
        name: name, operation: Elementwise(.multiply), inputs: factors, outputs: [temporary(2)]))
    layers.append(
      Layer(
        name: name, operation: Reduce(.sum, axes: [-3]), inputs: [temporary(2)], outputs: outputs))
    return layers
  }

  func cumulativeSum() throws(ModelFileError) -> [Layer] {
    step(
      CumulativeSum(
        axis: try axis(), isExclusive: parameters.flag("exclude_final_sum"),
        isReversed: parameters.flag("reverse")))
  }
}
