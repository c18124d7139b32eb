internal import NeuralNet

extension LayerReader {
  func innerProduct() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...1)
    let inputChannels = try parameters.size("input_channels")
    let outputChannels = try parameters.size("output_channels")
    return step(
      Dense(
        weights: try weights("weights", shape: [outputChannels, inputChannels]),
        bias: try bias(if: "has_bias", count: outputChannels),
        vector: inputShapes[0].count >= 4 ? .channelsHeightWidth : .lastAxis))
  }

  func batchedMatrixMultiply() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...2)
    let transposesFirst = parameters.flag("transpose_a")
    let transposesSecond = parameters.flag("transpose_b")
    if inputs.count == 2 {
      return step(
        MatrixMultiply(transposesFirst: transposesFirst, transposesSecond: transposesSecond))
    }
    guard !transposesFirst, !transposesSecond else {
      throw unsupported(
        found: "a transposed operand with weights in the file", expected: "no transposition")
    }
    // The matrix is stored transposed: (second dimension, first dimension).
    let inputCount = try parameters.size("weight_matrix_first_dimension")
    let outputCount = try parameters.size("weight_matrix_second_dimension")
    return step(
      Dense(
        weights: try weights("weights", shape: [outputCount, inputCount]),
        bias: try bias(if: "has_bias", count: outputCount)))
  }

  func embedding() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...1)
    guard isRank5, inputShapes[0].suffix(3) == [1, 1, 1] else {
      throw unsupported(
        found: "an embedding of a value of shape \(inputShapes[0])",
        expected: "the shape (sequence, batch, 1, 1, 1)")
    }
    let (lookup, bias, width) = try table("input_dim", "output_channels")
    // (sequence, batch, 1, 1, 1, width) becomes (sequence, batch, width, 1, 1).
    return [lookup.constant]
      + lookUp(
        lookup.name, bias: bias, before: [], after: [Reshape(shape: [0, 0, width, 1, 1])])
  }

  func embeddingND() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...1)
    guard inputShapes[0].last == 1 else {
      throw invalid(
        found: "an embedding of a value of shape \(inputShapes[0])", expected: "a last axis of 1")
    }
    let (lookup, bias, _) = try table("vocab_size", "embedding_size")
    return [lookup.constant]
      + lookUp(lookup.name, bias: bias, before: [Squeeze(axes: [-1])], after: [])
  }

  /// The table of an embedding as a constant (entries, width), its bias, and its width.
  private func table(
    _ entries: StaticString, _ width: StaticString
  ) throws(ModelFileError) -> (lookup: (name: String, constant: Layer), bias: Weights?, Int) {
    let entryCount = try parameters.size(entries)
    let width = try parameters.size(width)
    let stored = try weights("weights", shape: [width, entryCount])
    var scalars = [Float](repeating: 0, count: stored.count)
    for entry in 0..<entryCount {
      for column in 0..<width {
        scalars[entry * width + column] = stored.scalars[column * entryCount + entry]
      }
    }
    let name = temporary(-1)
    let constant = Layer(
      name: self.name,
      operation: Constant(try reshaped(WeightScalars(scalars), to: [entryCount, width])),
      inputs: [], outputs: [name])
    return ((name, constant), try bias(if: "has_bias", count: width), width)
  }

  /// Steps that pick rows of a table by the input.
  private func lookUp(
    _ table: String, bias: Weights?, before: [any LayerOperation], after: [any LayerOperation]
  ) -> [Layer] {
    var layers: [Layer] = []
    var value = inputs[0]
    func append(_ operation: any LayerOperation, isLast: Bool, reading inputs: [String]) {
      let output = isLast ? outputs[0] : temporary(layers.count)
      layers.append(Layer(name: name, operation: operation, inputs: inputs, outputs: [output]))
      value = output
    }
    for operation in before { append(operation, isLast: false, reading: [value]) }
    let rest: [any LayerOperation] = (bias.map { [Affine(scale: nil, bias: $0)] } ?? []) + after
    append(Gather(axis: 0), isLast: rest.isEmpty, reading: [table, value])
    for (index, operation) in rest.enumerated() {
      append(operation, isLast: index == rest.count - 1, reading: [value])
    }
    return layers
  }

  /// Weights from numbers that fill a shape.
  func reshaped(_ scalars: WeightScalars, to shape: [Int]) throws(ModelFileError) -> Weights {
    do throws(NetworkError) {
      return try Weights(shape: shape, scalars: scalars)
    } catch {
      throw invalid(found: error.found, expected: error.expected)
    }
  }
}
