internal import COneDNN

extension Activation.Function {
  /// The function as a chain of oneDNN's, or nil if it has none.
  var postOperations: [PostOperation]? {
    switch self {
    case .linear(let alpha, let beta): [.function(OSA_LINEAR, a: alpha, b: beta)]
    case .relu: [.function(OSA_RELU, a: 0, b: 0)]
    case .leakyReLU(let alpha): [.function(OSA_RELU, a: alpha, b: 0)]
    case .tanh: [.function(OSA_TANH, a: 0, b: 0)]
    case .scaledTanh(let alpha, let beta):
      [
        .function(OSA_LINEAR, a: beta, b: 0), .function(OSA_TANH, a: 0, b: 0),
        .function(OSA_LINEAR, a: alpha, b: 0),
      ]
    case .sigmoid: [.function(OSA_SIGMOID, a: 0, b: 0)]
    case .sigmoidHard(let alpha, let beta):
      [.function(OSA_LINEAR, a: alpha, b: beta), .function(OSA_CLIP, a: 0, b: 1)]
    case .elu(let alpha): [.function(OSA_ELU, a: alpha, b: 0)]
    case .softplus: [.function(OSA_SOFTPLUS, a: 1, b: 0)]
    case .clip(let minimum, let maximum): [.function(OSA_CLIP, a: minimum, b: maximum)]
    case .clampedReLU(let alpha, let maximum):
      [
        .function(OSA_RELU, a: alpha, b: 0),
        .function(OSA_CLIP, a: -.greatestFiniteMagnitude, b: maximum),
      ]
    case .gelu: [.function(OSA_GELU_ERF, a: 0, b: 0)]
    case .geluTanh: [.function(OSA_GELU_TANH, a: 0, b: 0)]
    case .geluSigmoid: [.function(OSA_SWISH, a: 1.702, b: 0)]
    case .silu: [.function(OSA_SWISH, a: 1, b: 0)]
    case .hardSwish: [.function(OSA_HARD_SWISH, a: 1 / 6, b: 0.5)]
    case .thresholdedReLU, .preLU, .softsign, .parametricSoftplus: nil
    }
  }
}

extension Activation {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    if let chain = function.postOperations {
      try builder.addFunctions(chain, of: inputs[0], to: outputs[0])
      return
    }
    let function = function
    if case .softsign = function {
      try builder.addMap(of: inputs[0], to: outputs[0]) { $0 / (1 + abs($0)) }
      return
    }
    if case .thresholdedReLU(let alpha) = function {
      try builder.addMap(of: inputs[0], to: outputs[0]) { $0 >= alpha ? $0 : 0 }
      return
    }
    // One set of parameters per channel.
    let image = ImageShape(folding: inputs[0].shape)
    let plane = image.height * image.width
    let channels = image.channels
    let source = try builder.plain(inputs[0])
    builder.addLoop([source, builder.makePlain(outputs[0])]) { regions in
      for start in 0..<image.batch * channels {
        let from = FloatRun(region: regions[0], offset: start * plane, stride: 1)
        let to = FloatRun(region: regions[1], offset: start * plane, stride: 1)
        to.map(from, count: plane) { function.value(at: $0, channel: start % channels) }
      }
    }
  }
}
