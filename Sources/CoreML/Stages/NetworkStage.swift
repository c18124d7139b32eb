internal import NeuralNet

/// A neural network or ML Program, with or without class labels.
struct NetworkStage: Stage {
  /// Where the network for given shapes of the inputs comes from.
  private enum Source {
    /// Layers with parameters that suit all shapes.
    case layers(Network, isRank5: Bool)
    /// Operations that become other layers for other shapes.
    case program(ProgramSource)
  }

  /// An output that is an array.
  private struct ArrayOutput {
    let name: String
    /// What the network calls it.
    let value: String
    let declaredShape: [Int]
    let dataType: MLMultiArrayDataType
  }

  private let source: Source
  let inputs: [MLFeatureDescription]
  private let arrayOutputs: [ArrayOutput]
  /// The value with the class probabilities, and the outputs made of it.
  private let classifier: (value: String, outputs: ClassifierOutputs)?
  private let plans = WorkerPool<[[Int]], Plan>()

  /// Reads the layers of a network and, for a classifier, its labels.
  init(
    _ message: Message, description: DescriptionReader, labels: ClassLabels?
  ) throws(ModelFileError) {
    let reader = try NetworkReader(message, inputs: description.inputs)
    inputs = description.inputs
    var arrayOutputs: [ArrayOutput] = []
    for output in Self.arrays(of: description, isClassifier: labels != nil) {
      guard reader.shape(of: output.name) != nil else {
        throw ModelFileError(
          .invalid, at: "output '\(output.name)'", found: "no layer that makes it",
          expected: "one")
      }
      // Whatever the file declares, networks give single precision.
      arrayOutputs.append(
        ArrayOutput(
          name: output.name, value: output.name,
          declaredShape: output.multiArrayConstraint?.lengths ?? [], dataType: .float32))
    }
    self.arrayOutputs = arrayOutputs
    var values = arrayOutputs.map(\.value)
    if let labels {
      let named = message.text("label_probability_layer_name")
      let value = named.isEmpty ? reader.lastOutput : named
      guard let shape = reader.shape(of: value) else {
        throw ModelFileError(
          .invalid, found: "the probabilities '\(value)', which no layer makes",
          expected: "a layer's output")
      }
      try Self.check(labels, probabilityCount: shape.reduce(1, *), of: "'\(value)'")
      classifier = (value, ClassifierOutputs(description, labels: labels))
      if !values.contains(value) { values.append(value) }
    } else {
      classifier = nil
    }
    source = .layers(try reader.network(computing: values), isRank5: reader.isRank5)
  }

  /// Reads the operations of a program for the default shapes of its inputs.
  init(_ program: ProgramSource, description: DescriptionReader) throws(ModelFileError) {
    inputs = description.inputs
    var shapes: [[Int]] = []
    for input in inputs {
      guard let constraint = input.multiArrayConstraint else {
        throw ModelFileError(
          .unsupported, at: "input '\(input.name)'", found: "\(input)", expected: "an array")
      }
      shapes.append(constraint.lengths)
    }
    let made = try program.network(for: shapes)
    var arrayOutputs: [ArrayOutput] = []
    for output in Self.arrays(of: description, isClassifier: made.labels != nil) {
      guard made.outputs[output.name] != nil else {
        throw ModelFileError(
          .invalid, at: "output '\(output.name)'", found: "no operation that makes it",
          expected: "one")
      }
      arrayOutputs.append(
        ArrayOutput(
          name: output.name, value: ProgramSource.outputPrefix + output.name,
          declaredShape: output.multiArrayConstraint?.lengths ?? [],
          dataType: output.multiArrayConstraint?.dataType ?? .float32))
    }
    self.arrayOutputs = arrayOutputs
    if let labels = made.labels {
      try Self.check(labels, probabilityCount: made.probabilityCount, of: "of classify")
      classifier = (
        ProgramSource.probabilities, ClassifierOutputs(description, labels: labels)
      )
    } else {
      classifier = nil
    }
    source = .program(program)
  }

  /// The outputs that are arrays: all but the label and the dictionary of a classifier.
  private static func arrays(
    of description: DescriptionReader, isClassifier: Bool
  ) -> [MLFeatureDescription] {
    description.outputs.filter {
      !isClassifier
        || ($0.name != description.predictedFeatureName
          && $0.name != description.predictedProbabilitiesName)
    }
  }

  private static func check(
    _ labels: ClassLabels, probabilityCount: Int, of value: String
  ) throws(ModelFileError) {
    guard probabilityCount == labels.count else {
      throw ModelFileError(
        .invalid, found: "\(labels.count) class labels",
        expected: "\(probabilityCount), as many as the probabilities \(value)")
    }
  }

  var labels: ClassLabels? { classifier?.outputs.labels }

  var isRank5: Bool {
    if case .layers(_, let isRank5) = source { isRank5 } else { false }
  }

  /// The network for the default shapes of the inputs, and those shapes inside it.
  var defaultNetwork: (network: Network, inputShapes: [String: [Int]])? {
    var shapes: [[Int]] = []
    for input in inputs {
      guard let lengths = input.multiArrayConstraint?.lengths,
        let shape = try? internalShape(of: lengths, input: input.name)
      else { return nil }
      shapes.append(shape)
    }
    let named = Dictionary(zip(inputs.map(\.name), shapes)) { first, _ in first }
    switch source {
    case .layers(let network, _): return (network, named)
    case .program(let program):
      return (try? program.network(for: shapes)).map { ($0.network, named) }
    }
  }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    var arrays: [MLMultiArray] = []
    var shapes: [[Int]] = []
    for input in inputs {
      guard let array = features[input.name]?.multiArrayValue else {
        throw MLModelError(.featureType, "input '\(input.name)': found no array, expected one")
      }
      arrays.append(array)
      shapes.append(try internalShape(of: array.layout.lengths, input: input.name))
    }
    return try plans.withWorker(
      for: shapes,
      make: { () throws(MLModelError) in try compile(for: shapes) },
      { plan throws(MLModelError) in try run(plan, on: arrays) })
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    guard inputs.count == 1, let input = inputs.first else {
      throw MLModelError(.generic, "found \(inputs.count) inputs, expected one array")
    }
    guard let output = workerOutput else {
      throw MLModelError(.generic, "found no output, expected an array or class probabilities")
    }
    let plan = try compile(for: [try internalShape(of: shape, input: input.name)])
    let declared = arrayOutputs.first { $0.value == output }?.declaredShape ?? []
    return NetworkWorker(
      plan: plan, input: input.name, output: output,
      outputShape: NetworkShape.externalShape(
        of: plan.outputShapes[output] ?? [], isRank5: isRank5, declared: declared))
  }

  /// The value that a worker gives.
  var workerOutput: String? { classifier?.value ?? arrayOutputs.first?.value }

  func internalShape(of shape: [Int], input: String) throws(MLModelError) -> [Int] {
    do throws(ModelFileError) {
      return try NetworkShape.internalShape(of: shape, isRank5: isRank5, input: input)
    } catch {
      throw MLModelError(.featureType, error.description)
    }
  }

  func compile(for shapes: [[Int]]) throws(MLModelError) -> Plan {
    let network: Network
    switch source {
    case .layers(let layers, _): network = layers
    case .program(let program):
      do throws(ModelFileError) {
        network = try program.network(for: shapes).network
      } catch {
        throw MLModelError(
          .generic, "the program cannot run on inputs of the shapes \(shapes): \(error)",
          underlying: error)
      }
    }
    let shapesByName = Dictionary(zip(inputs.map(\.name), shapes)) { first, _ in first }
    do throws(NetworkError) {
      return try network.compile(inputShapes: shapesByName)
    } catch {
      throw MLModelError(
        .generic, "the network cannot run on inputs of the shapes \(shapes): \(error)",
        underlying: error)
    }
  }

  private func run(_ plan: Plan, on arrays: [MLMultiArray]) throws(MLModelError) -> FeatureTable {
    for (input, array) in zip(inputs, arrays) {
      plan.withInput(input.name) { target in array.copy(into: &target) }
    }
    plan.run()
    var features: FeatureTable = [:]
    for output in arrayOutputs {
      let shape = NetworkShape.externalShape(
        of: plan.outputShapes[output.value] ?? [], isRank5: isRank5,
        declared: output.declaredShape)
      features[output.name] = MLFeatureValue(
        multiArray: try MLMultiArray(
          shape: shape, floats: plan.withOutput(output.value) { Array(copying: $0) },
          dataType: output.dataType))
    }
    if let classifier {
      let probabilities = plan.withOutput(classifier.value) { scores in
        scores.indices.map { Double(scores[$0]) }
      }
      guard probabilities.count == classifier.outputs.labels.count else {
        throw MLModelError(
          .generic,
          "the network gives \(probabilities.count) probabilities for inputs of this shape, "
            + "expected \(classifier.outputs.labels.count), one a label")
      }
      features.merge(classifier.outputs.features(of: probabilities)) { _, new in new }
    }
    return features
  }
}

/// A network prepared for one shape, for one owner.
final class NetworkWorker: StageWorker {
  private let plan: Plan
  private let input: String
  private let output: String
  let outputShape: [Int]

  init(plan: Plan, input: String, output: String, outputShape: [Int]) {
    self.plan = plan
    self.input = input
    self.output = output
    self.outputShape = outputShape
  }

  func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    plan.withInput(self.input) { target in target.copy(from: input) }
    plan.run()
    plan.withOutput(self.output) { result in output.copy(from: result) }
  }
}
