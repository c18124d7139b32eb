/// Slides kernels over the height and width of an image (correlation: kernels are not flipped).
///
/// Input (..., inputChannels, H, W), output (..., outputChannels, H', W').
package struct Convolution: KernelOperation {
  package static let operationName = "convolution"

  /// The kernels, (outputChannels, inputChannels / groups, kernel height, kernel width).
  package var weights: Weights
  /// One number per output channel, or none.
  package var bias: Weights?
  /// Into how many independent groups the channels fall; depthwise if one input channel each.
  package var groups: Int
  package var window: KernelWindow

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
        channels: weights.shape[0], height: geometry.height.output,
        width: geometry.width.output)
    ]
  }

  /// Where the kernels fall on an image, or an error if weights and image do not fit.
  func geometry(of image: ImageShape) throws(NetworkError) -> WindowGeometry {
    guard weights.shape.count == 4 else {
      throw fault(found: "weights of shape \(weights.shape)", expected: "four axes")
    }
    let outputs = weights.shape[0]
    guard groups >= 1, groups <= outputs, outputs % groups == 0 else {
      throw fault(found: "\(groups) groups", expected: "a divisor of \(outputs) outputs")
    }
    guard image.channels % groups == 0, image.channels / groups == weights.shape[1] else {
      throw fault(
        found: "\(image.channels) input channels in \(groups) groups",
        expected: "\(weights.shape[1]) in each")
    }
    if let bias, bias.count != outputs {
      throw fault(found: "\(bias.count) bias numbers", expected: "\(outputs)")
    }
    return try geometry(
      of: image, kernel: Size2D(height: weights.shape[2], width: weights.shape[3]), window: window)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let image = ImageShape(folding: inputs[0].shape)
    guard let geometry = try? geometry(of: image) else {
      preconditionFailure("shapes are checked before")
    }
    let (rows, columns) = (geometry.height, geometry.width)
    let kernels = weights.scalars.array
    let outputs = weights.shape[0]
    let inputsPerGroup = weights.shape[1]
    let outputsPerGroup = outputs / groups
    var result = Tensor(
      shape: image.with(channels: outputs, height: rows.output, width: columns.output),
      repeating: 0)
    var position = 0
    for batch in 0..<image.batch {
      for output in 0..<outputs {
        let firstInput = output / outputsPerGroup * inputsPerGroup
        for row in 0..<rows.output {
          for column in 0..<columns.output {
            // In double precision: large kernels sum up thousands of products.
            var sum = Double(bias?.scalars[output] ?? 0)
            for input in 0..<inputsPerGroup {
              let plane = (batch * image.channels + firstInput + input) * image.height
              let kernel = (output * inputsPerGroup + input) * rows.kernel
              for y in 0..<rows.kernel {
                let inputRow = row * rows.stride + y * rows.dilation - rows.before
                guard inputRow >= 0, inputRow < image.height else { continue }
                for x in 0..<columns.kernel {
                  let inputColumn =
                    column * columns.stride + x * columns.dilation - columns.before
                  guard inputColumn >= 0, inputColumn < image.width else { continue }
                  sum +=
                    Double(kernels[(kernel + y) * columns.kernel + x])
                    * Double(inputs[0].scalars[(plane + inputRow) * image.width + inputColumn])
                }
              }
            }
            result.scalars[position] = Float(sum)
            position += 1
          }
        }
      }
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    try FusedConvolution(convolution: self, addsResidual: false, activation: nil)
      .lower(inputs, to: outputs, in: builder)
  }
}
