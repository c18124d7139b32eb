/// Small model files, written by hand so that a test can break any part of them.
package enum TestModel {
  /// An array feature of single precision.
  package static func array(_ name: String, _ shape: [Int], _ more: Wire...) -> Wire {
    .message(
      .text(1, name),
      .message(
        3,
        .message(
          5, [.integers(1, shape), .integer(2, 65568)].joined(), more.joined())))
  }

  /// The label output and the dictionary output of a classifier, with their predicted names.
  package static var classifierOutputs: [Wire] {
    [
      .message(10, .text(1, "label"), .message(3, .message(3))),
      .message(10, .text(1, "probabilities"), .message(3, .message(6, .message(2)))),
      .text(11, "label"), .text(12, "probabilities"),
    ]
  }

  /// A model: version, description, and the field of its type.
  package static func model(inputs: [Wire], outputs: [Wire], type: Wire, metadata: [Wire] = [])
    -> [UInt8]
  {
    Wire.message(
      .integer(1, 4),
      .message(2, inputs.map { .bytes(1, $0.bytes) }.joined(), outputs.joined(), metadata.joined()),
      type
    ).bytes
  }

  package static func output(_ name: String, _ shape: [Int]) -> Wire {
    .bytes(10, array(name, shape).bytes)
  }

  /// A GLM of one reference class and one weight vector for each other label.
  package static func glm(labels: [String], weights: [[Double]], offsets: [Double]) -> [UInt8] {
    model(
      inputs: [array("x", [weights.first?.count ?? 1])], outputs: classifierOutputs,
      type: .message(
        400, weights.map { .message(1, .doubles(1, $0)) }.joined(), .doubles(2, offsets),
        .message(100, labels.map { .text(1, $0) }.joined())))
  }

  /// One layer of a network: its parameters under the field number of its kind.
  package static func layer(
    _ kind: Int, named name: String = "layer", inputs: [String] = ["x"],
    outputs: [String] = ["y"], _ parameters: Wire
  ) -> Wire {
    .message(
      1, .text(1, name), inputs.map { .text(2, $0) }.joined(),
      outputs.map { .text(3, $0) }.joined(), .message(kind, parameters))
  }

  /// A network from an array `x` to an array `y`.
  package static func network(
    input: [Int] = [2], output: [Int] = [2], exact: Bool = false, _ layers: Wire...
  ) -> [UInt8] {
    model(
      inputs: [array("x", input)], outputs: [self.output("y", output)],
      type: .message(500, layers.joined(), .integer(5, exact ? 1 : 0)))
  }

  /// A network classifier: a dense layer of two inputs, and one output for each of `width`.
  package static func networkClassifier(labels: [Wire], width: Int, probabilities: String = "")
    -> [UInt8]
  {
    model(
      inputs: [array("x", [2])], outputs: classifierOutputs,
      type: .message(
        403, layer(140, named: "dense", dense(2, width)), labels.joined(), .text(200, probabilities)
      ))
  }

  /// The parameters of a dense layer without bias; all weights are one number.
  package static func dense(_ inputs: Int, _ outputs: Int, weight: Float = 0.5) -> Wire {
    .message(
      .integer(1, inputs), .integer(2, outputs),
      .message(20, .floats(1, Array(repeating: weight, count: inputs * outputs))))
  }

  /// A stage that turns 15600 samples into log-mel frames.
  package static let preprocessing = model(
    inputs: [array("audioSamples", [15_600])], outputs: [output("frames", [1, 96, 64])],
    type: .message(2003, .message(20)))

  /// A pipeline classifier of models.
  package static func pipeline(
    inputs: [Wire], _ models: [[UInt8]], names: [String] = [], outputs: [Wire] = classifierOutputs
  ) -> [UInt8] {
    model(
      inputs: inputs, outputs: outputs,
      type: .message(
        200,
        .message(
          1, models.map { .bytes(1, $0) }.joined(), names.map { .text(2, $0) }.joined())))
  }
}

extension Sequence<Wire> {
  /// The fields of all messages in a row.
  package func joined() -> Wire {
    reduce(.message()) { .message($0, $1) }
  }
}
