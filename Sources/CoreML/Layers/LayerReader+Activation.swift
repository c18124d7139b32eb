internal import NeuralNet

extension LayerReader {
  func activation() throws(ModelFileError) -> [Layer] {
    guard let kind = parameters.alternative(to: "linear")?.name,
      let function = parameters.message(named: kind)
    else {
      throw unsupported(
        found: "an activation with the field number \(parameters.unknownFields.first ?? 0)",
        expected: "one that this package runs")
    }
    return step(Activation(try activation(kind, function)))
  }

  private func activation(
    _ kind: String, _ function: Message
  ) throws(ModelFileError) -> Activation.Function {
    switch kind {
    case "linear": .linear(alpha: function.float("alpha"), beta: function.float("beta"))
    case "re_lu": .relu
    case "leaky_re_lu": .leakyReLU(alpha: function.float("alpha"))
    case "thresholded_re_lu": .thresholdedReLU(alpha: function.float("alpha"))
    case "p_re_lu": .preLU(slopes: try WeightsReader("alpha", of: function).vector())
    case "tanh": .tanh
    case "scaled_tanh": .scaledTanh(alpha: function.float("alpha"), beta: function.float("beta"))
    case "sigmoid": .sigmoid
    case "sigmoid_hard": .sigmoidHard(alpha: function.float("alpha"), beta: function.float("beta"))
    case "elu": .elu(alpha: function.float("alpha"))
    case "softsign": .softsign
    case "softplus": .softplus
    case "parametric_softplus":
      .parametricSoftplus(
        alpha: try WeightsReader("alpha", of: function).vector(),
        beta: try WeightsReader("beta", of: function).vector())
    default: preconditionFailure("\(kind) is in the format's text, but not here")
    }
  }

  func clip() -> [Layer] {
    step(
      Activation(
        .clip(minimum: parameters.float("min_val"), maximum: parameters.float("max_val"))))
  }

  func clampedReLU() -> [Layer] {
    step(
      Activation(
        .clampedReLU(alpha: parameters.float("alpha"), maximum: parameters.float("beta"))))
  }

  func gelu() throws(ModelFileError) -> [Layer] {
    switch parameters.integer("mode") {
    case 0: step(Activation(.gelu))
    case 1: step(Activation(.geluTanh))
    case 2: step(Activation(.geluSigmoid))
    case let mode: throw invalid(found: "GELU mode \(mode)", expected: "0 to 2")
    }
  }

  func custom() -> ModelFileError {
    ModelFileError(
      .customLayer, found: "a custom layer of the class '\(parameters.text("class_name"))'",
      expected: "layers of Core ML: only the model's author has the code of this one")
  }
}
