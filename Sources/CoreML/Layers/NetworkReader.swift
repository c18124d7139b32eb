internal import NeuralNet

/// Reads the layers of a neural network, checking names and shapes as it goes.
struct NetworkReader {
  /// More values than this in all intermediate results together (512 MiB) are no sound model.
  private static let valueLimit = 1 << 27

  /// Whether the network's values are (sequence, batch, channel, height, width).
  let isRank5: Bool

  private var layers: [Layer] = []
  private var shapes: [String: [Int]]
  private let inputs: [String]

  /// Reads the layers of a network.
  ///
  /// - Parameters:
  ///   - network: the message of a network, classifier or regressor.
  ///   - inputs: the inputs that the model declares.
  init(_ network: Message, inputs: [MLFeatureDescription]) throws(ModelFileError) {
    let mapping = network.integer("array_input_shape_mapping")
    guard mapping == 0 || mapping == 1 else {
      throw ModelFileError(
        .unsupported, found: "the input shape mapping \(mapping)",
        expected: "0 (five axes) or 1 (exact)")
    }
    isRank5 = mapping == 0
    self.inputs = inputs.map(\.name)
    shapes = [:]
    for input in inputs {
      guard let constraint = input.multiArrayConstraint, !constraint.lengths.isEmpty else {
        throw ModelFileError(
          .unsupported, at: "input '\(input.name)'", found: "\(input)",
          expected: "an array with a shape")
      }
      shapes[input.name] = try NetworkShape.internalShape(
        of: constraint.lengths, isRank5: isRank5, input: input.name)
    }
    for (index, message) in network.messages("layers").enumerated() {
      try append(message, at: index)
    }
    guard !layers.isEmpty else {
      throw ModelFileError(.invalid, found: "no layers", expected: "one at least")
    }
  }

  /// The name of the first output of the last layer.
  var lastOutput: String { layers[layers.count - 1].outputs[0] }

  /// The shape of a value, inside the network, for the default shapes of the inputs.
  func shape(of value: String) -> [Int]? { shapes[value] }

  /// The network that computes some of the values.
  func network(computing outputs: [String]) throws(ModelFileError) -> Network {
    for output in outputs where shapes[output] == nil {
      throw ModelFileError(
        .invalid, at: "output '\(output)'", found: "no layer that makes it",
        expected: "one at least")
    }
    return Network(inputs: inputs, layers: layers, outputs: outputs)
  }

  private mutating func append(_ message: Message, at index: Int) throws(ModelFileError) {
    let name = message.text("name")
    let place = "layer \(index) '\(name)'"
    guard let kind = message.alternative(to: "convolution"),
      let parameters = message.message(named: kind.name)
    else {
      let number = message.unknownFields.last { $0 >= 100 }
      throw ModelFileError(
        .unsupported, at: place,
        found: number.map { "a layer with the field number \($0)" } ?? "a layer without a kind",
        expected: "a layer that this package runs")
    }
    let described = "\(place) (\(camelCase(kind.name)))"
    let inputs = message.texts("input")
    var inputShapes: [[Int]] = []
    for input in inputs {
      guard let shape = shapes[input] else {
        throw ModelFileError(
          .invalid, at: described, found: "the input '\(input)', which nothing has made",
          expected: "inputs of the model or outputs of earlier layers")
      }
      inputShapes.append(shape)
    }
    let reader = LayerReader(
      name: name, kind: kind.name, parameters: parameters, inputs: inputs,
      outputs: message.texts("output"), inputShapes: inputShapes, isRank5: isRank5)
    do throws(ModelFileError) {
      for layer in try reader.read() { try append(layer) }
    } catch {
      throw error.within(described)
    }
  }

  private mutating func append(_ layer: Layer) throws(ModelFileError) {
    let outputShapes: [[Int]]
    do throws(NetworkError) {
      outputShapes = try layer.operation.outputShapes(for: layer.inputs.map { shapes[$0] ?? [] })
    } catch {
      throw ModelFileError(.invalid, found: error.found, expected: error.expected)
    }
    guard outputShapes.count == layer.outputs.count else {
      throw ModelFileError(
        .invalid, found: "\(layer.outputs.count) outputs", expected: "\(outputShapes.count)")
    }
    for (output, shape) in zip(layer.outputs, outputShapes) {
      guard shapes.updateValue(shape, forKey: output) == nil else {
        throw ModelFileError(
          .invalid, found: "the output '\(output)', which is made already", expected: "a new name")
      }
      guard let count = elementCount(of: shape) else {
        throw ModelFileError(
          .invalid, found: "a result of shape \(shape)",
          expected: "at most \(maximumElementCount) numbers")
      }
      valueCount += count
    }
    guard valueCount <= Self.valueLimit else {
      throw ModelFileError(
        .invalid, found: "\(valueCount) numbers in all results so far",
        expected: "at most \(Self.valueLimit) in the whole network")
    }
    layers.append(layer)
  }

  private var valueCount = 0
}

/// The name of a field as model tools write it: `inner_product` becomes `innerProduct`.
func camelCase(_ name: String) -> String {
  let words = name.split(separator: "_")
  return words.prefix(1).joined()
    + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}
