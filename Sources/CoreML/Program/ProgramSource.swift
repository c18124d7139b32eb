internal import NeuralNet
internal import Synchronization

/// Makes the network of an ML Program for each shape of its inputs.
final class ProgramSource: Sendable {
  /// A network, and what its values stand for.
  struct Made: Sendable {
    let network: Network
    /// The element type and shape of each output, by name.
    let outputs: [String: (type: ElementType, shape: [Int])]
    let labels: ClassLabels?
    /// The number of class probabilities.
    let probabilityCount: Int
  }

  /// The name of the class probabilities in the network.
  static let probabilities = "probabilities\u{0}"
  /// More networks for other shapes than this are not kept.
  private static let limit = 16

  private let function: Message
  private let inputs: [MLFeatureDescription]
  private let outputNames: [String]
  private let constants = ConstantCache()
  private let made = Mutex<[(shapes: [[Int]], made: Made)]>([])

  /// Takes the function of a program that the description is about.
  init(
    _ program: Message, description: DescriptionReader
  ) throws(ModelFileError) {
    let functions = program.messages("functions")
    let wanted = description.functionName ?? "main"
    guard
      let entry = functions.first(where: { $0.text("key") == wanted })
        ?? (description.functionName == nil && functions.count == 1 ? functions[0] : nil)
    else {
      throw ModelFileError(
        .invalid, found: "no function '\(wanted)'",
        expected: "one of \(functions.map { $0.text("key") }.sorted())")
    }
    function = try entry.required("value")
    inputs = description.inputs
    outputNames = description.outputs.map(\.name)
  }

  /// The network for inputs of the given shapes, in the order of the model's inputs.
  func network(for shapes: [[Int]]) throws(ModelFileError) -> Made {
    if let known = made.withLock({ $0.first { $0.shapes == shapes }?.made }) { return known }
    let result = try translate(shapes)
    made.withLock {
      if $0.count == Self.limit { $0.removeFirst() }
      $0.append((shapes, result))
    }
    return result
  }

  private func translate(_ shapes: [[Int]]) throws(ModelFileError) -> Made {
    var types: [String: ElementType] = [:]
    for input in function.messages("inputs") {
      let name = input.text("name")
      do throws(ModelFileError) {
        types[name] = try ValueReader.declared(try input.required("type")).type
      } catch {
        throw error.within("input '\(name)'")
      }
    }
    var values: [String: ProgramValue] = [:]
    for (input, shape) in zip(inputs, shapes) {
      values[input.name] = .computed(
        ProgramValue.Computed(name: input.name, shape: shape, type: types[input.name] ?? .float32))
    }
    var reader = ProgramReader(blobs: function.blobs, cache: constants)
    let results = try reader.read(function, inputs: values)
    var outputs: [String: (type: ElementType, shape: [Int])] = [:]
    var layers: [Layer] = []
    for name in outputNames {
      guard let value = results[name] else { continue }
      outputs[name] = (value.type, value.shape)
      layers.append(
        Layer(
          name: name, operation: Unary(.identity), inputs: [try reader.builder.name(of: value)],
          outputs: [Self.outputPrefix + name]))
    }
    var names = layers.flatMap(\.outputs)
    if let classifier = reader.classifier {
      names.append(Self.probabilities)
      layers.append(
        Layer(
          name: "classify", operation: Unary(.identity),
          inputs: [try reader.builder.name(of: classifier.probabilities)],
          outputs: [Self.probabilities]))
    }
    return Made(
      network: Network(
        inputs: inputs.map(\.name), layers: reader.builder.layers + layers, outputs: names),
      outputs: outputs, labels: reader.classifier?.labels,
      probabilityCount: reader.classifier?.probabilities.shape.reduce(1, *) ?? 0)
  }

  /// What precedes the names of outputs in the network: an input may have the same name.
  static let outputPrefix = "output\u{0}"
}
