internal import NeuralNet

/// Reads one layer of a network: its message becomes one or more steps of our networks.
///
/// The extensions of this type, by topic, say what each kind of layer becomes.
struct LayerReader {
  /// The name in the file.
  let name: String
  /// What the layer does, as the format calls it, such as `inner_product`.
  let kind: String
  /// The layer's own fields.
  let parameters: Message
  /// The names of the values that the layer reads.
  let inputs: [String]
  /// The names of the values that the layer makes.
  let outputs: [String]
  /// The shapes of the values that the layer reads, for the model's default shape.
  let inputShapes: [[Int]]
  /// Whether the network's values are (sequence, batch, channel, height, width).
  let isRank5: Bool

  /// The steps that compute the layer.
  func read() throws(ModelFileError) -> [Layer] {
    guard let reader = Self.readers[kind] else {
      throw ModelFileError(
        .unsupported, found: "a layer of this kind", expected: "one that this package runs")
    }
    guard !outputs.isEmpty else { throw invalid(found: "no output", expected: "one at least") }
    return try reader(self)
  }

  /// One step from all inputs to all outputs.
  func step(_ operation: any LayerOperation) -> [Layer] {
    [Layer(name: name, operation: operation, inputs: inputs, outputs: outputs)]
  }

  /// A name for a value inside the layer, which no value of the file can have.
  func temporary(_ number: Int) -> String {
    "\(outputs[0])\u{0}\(number)"
  }

  /// Checks the number of values that the layer reads.
  func expectInputs(_ range: ClosedRange<Int>) throws(ModelFileError) {
    guard range.contains(inputs.count) else {
      throw invalid(
        found: "\(inputs.count) inputs",
        expected: range.lowerBound == range.upperBound
          ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// An error of the file in this layer.
  func invalid(found: String, expected: String) -> ModelFileError {
    ModelFileError(.invalid, found: found, expected: expected)
  }

  /// Something about this layer that the format allows and this package does not have.
  func unsupported(found: String, expected: String) -> ModelFileError {
    ModelFileError(.unsupported, found: found, expected: expected)
  }

  /// The weights in a field.
  func weights(
    _ name: StaticString, shape: [Int], channelAxis: Int = 0
  ) throws(ModelFileError) -> Weights {
    try WeightsReader(name, of: parameters).weights(shape: shape, channelAxis: channelAxis)
  }

  /// The weights in a field, or nil where a flag says that there are none.
  func bias(
    if flag: StaticString, _ name: StaticString = "bias", count: Int
  ) throws(ModelFileError) -> Weights? {
    parameters.flag(flag) ? try weights(name, shape: [count]) : nil
  }

  /// An integer field that names an axis of the first input.
  func axis(_ name: StaticString = "axis") throws(ModelFileError) -> Int {
    let axis = parameters.integer(name)
    let rank = inputShapes.first?.count ?? 0
    guard axis >= -rank - 1, axis <= rank else {
      throw invalid(found: "\(name) \(axis)", expected: "an axis of a value with \(rank) axes")
    }
    return axis
  }
}
