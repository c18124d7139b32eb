internal import NeuralNet

extension OperationReader {
  /// A function of `x` and `y`.
  func combine(_ function: Elementwise.Function) throws(ModelFileError) -> [ProgramValue] {
    let (x, y) = (try input("x"), try input("y"))
    let result = try emit(Elementwise(function), [x, y])
    // Integers are divided to integers.
    if function == .divide, resultType.kind == .integer {
      return try emit(Unary(.truncate), result)
    }
    return result
  }

  /// `x` to the power `y`; a known exponent has a cheaper layer.
  func power() throws(ModelFileError) -> [ProgramValue] {
    let y = try input("y")
    guard let constant = y.constant, constant.count == 1, let exponent = constant.floats?.first
    else { return try emit(Elementwise(.power), [try input(), y]) }
    switch exponent {
    case 1 where y.rank == 0: return [try input()]
    case 2 where y.rank == 0: return try map(Unary(.square))
    case 0.5 where y.rank == 0: return try map(Unary(.squareRoot))
    case _ where y.rank == 0: return try map(Unary(.power(exponent: exponent)))
    default: return try emit(Elementwise(.power), [try input(), y])
    }
  }

  func gelu() throws(ModelFileError) -> [ProgramValue] {
    switch try text("mode", default: "EXACT") {
    case "EXACT": return try map(Activation(.gelu))
    case "TANH_APPROXIMATION": return try map(Activation(.geluTanh))
    case "SIGMOID_APPROXIMATION": return try map(Activation(.geluSigmoid))
    case let mode:
      throw unsupported(
        found: "the mode '\(mode)'",
        expected: "EXACT, TANH_APPROXIMATION or SIGMOID_APPROXIMATION")
    }
  }

  /// A leaky ReLU with a slope for each channel, axis 1.
  func parametricReLU() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let slopes = try requiredWeights("alpha")
    return try alongChannels(x) { .preLU(slopes: slopes) }
  }

  func parametricSoftplus() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let (alpha, beta) = (try requiredWeights("alpha"), try requiredWeights("beta"))
    return try alongChannels(x) { .parametricSoftplus(alpha: alpha, beta: beta) }
  }

  /// An activation with parameters for axis 1; activations know channels three axes from the end.
  private func alongChannels(
    _ x: ProgramValue, _ function: () -> Activation.Function
  ) throws(ModelFileError) -> [ProgramValue] {
    guard x.rank >= 2 else {
      throw invalid(found: "shape \(x.shape)", expected: "a batch of channels")
    }
    if x.rank == 4 { return try emit(Activation(function()), [x]) }
    let tail = x.shape.dropFirst(2).reduce(1, *)
    let image = try single(Reshape(shape: [x.shape[0], x.shape[1], 1, tail]), x)
    return try emit(Reshape(shape: x.shape), [try single(Activation(function()), image)])
  }

  func cast() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let name = try text("dtype", default: "")
    guard let type = ElementType(castName: name) else {
      throw unsupported(found: "a cast to '\(name)'", expected: "a type of numbers")
    }
    switch (x.type.kind, type.kind) {
    case (.text, _): throw unsupported(found: "a cast of texts", expected: "numbers")
    case (.float, .integer):
      return try emit(Unary(.truncate), [x], type: type)
    case (.float, .boolean), (.integer, .boolean):
      let isZero = try emit(Unary(.logicalNot), [x], type: type)
      return try emit(Unary(.logicalNot), isZero, type: type)
    case (.integer, .float), (.boolean, .float):
      return x.constant == nil ? [x.retyped(type)] : try emit(Unary(.identity), [x], type: type)
    default:
      // All floating-point types are computed with in single precision.
      return [x.retyped(type)]
    }
  }

  // MARK: Reductions

  func reduce(_ function: Reduce.Function) throws(ModelFileError) -> [ProgramValue] {
    let axes = try constant("axes") == nil ? nil : try integers("axes")
    return try map(Reduce(function, axes: axes, keepsAxes: try flag("keep_dims")))
  }

  func logOfSum() throws(ModelFileError) -> [ProgramValue] {
    try emit(Unary(.log(epsilon: 0)), try reduce(.sum))
  }

  func findIndex(_ function: Reduce.Function) throws(ModelFileError) -> [ProgramValue] {
    try map(
      Reduce(
        function, axes: [try integer("axis", default: -1)], keepsAxes: try flag("keep_dims")))
  }
}
