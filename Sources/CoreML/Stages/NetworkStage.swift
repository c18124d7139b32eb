internal import NeuralNet

/// A neural network, with or without class labels.
struct NetworkStage: Stage {
  private let network: Network
  private let isRank5: Bool
  private let inputs: [MLFeatureDescription]
  /// The array outputs: a value of the network and its declared shape.
  private let arrayOutputs: [(name: String, declaredShape: [Int])]
  /// The value with the class probabilities, and the outputs made of it.
  private let classifier: (value: String, outputs: ClassifierOutputs)?
  private let plans = WorkerPool<[[Int]], Plan>()

  /// Reads the layers of a network and, for a classifier, its labels.
  init(
    _ message: Message, description: DescriptionReader, labels: ClassLabels?
  ) throws(ModelFileError) {
    let reader = try NetworkReader(message, inputs: description.inputs)
    isRank5 = reader.isRank5
    inputs = description.inputs
    var arrayOutputs: [(name: String, declaredShape: [Int])] = []
    for output in description.outputs {
      let isPredicted =
        labels != nil
        && (output.name == description.predictedFeatureName
          || output.name == description.predictedProbabilitiesName)
      if isPredicted { continue }
      guard reader.shape(of: output.name) != nil else {
        throw ModelFileError(
          .invalid, at: "output '\(output.name)'", found: "no layer that makes it",
          expected: "one")
      }
      arrayOutputs.append((output.name, output.multiArrayConstraint?.lengths ?? []))
    }
    self.arrayOutputs = arrayOutputs
    var values = arrayOutputs.map(\.name)
    if let labels {
      let named = message.text("label_probability_layer_name")
      let value = named.isEmpty ? reader.lastOutput : named
      guard let shape = reader.shape(of: value) else {
        throw ModelFileError(
          .invalid, found: "the probabilities '\(value)', which no layer makes",
          expected: "a layer's output")
      }
      guard shape.reduce(1, *) == labels.count else {
        throw ModelFileError(
          .invalid, found: "\(labels.count) class labels",
          expected: "\(shape.reduce(1, *)), as many as the probabilities '\(value)'")
      }
      classifier = (value, ClassifierOutputs(description, labels: labels))
      if !values.contains(value) { values.append(value) }
    } else {
      classifier = nil
    }
    network = try reader.network(computing: values)
  }

  var labels: ClassLabels? { classifier?.outputs.labels }

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
    guard let output = classifier?.value ?? arrayOutputs.first?.name else {
      throw MLModelError(.generic, "found no output, expected an array or class probabilities")
    }
    let plan = try compile(for: [try internalShape(of: shape, input: input.name)])
    let declared = arrayOutputs.first { $0.name == output }?.declaredShape ?? []
    return NetworkWorker(
      plan: plan, input: input.name, output: output,
      outputShape: NetworkShape.externalShape(
        of: plan.outputShapes[output] ?? [], isRank5: isRank5, declared: declared))
  }

  private func internalShape(of shape: [Int], input: String) throws(MLModelError) -> [Int] {
    do throws(ModelFileError) {
      return try NetworkShape.internalShape(of: shape, isRank5: isRank5, input: input)
    } catch {
      throw MLModelError(.featureType, error.description)
    }
  }

  private func compile(for shapes: [[Int]]) throws(MLModelError) -> Plan {
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
        of: plan.outputShapes[output.name] ?? [], isRank5: isRank5,
        declared: output.declaredShape)
      features[output.name] = MLFeatureValue(
        multiArray: try MLMultiArray(
          shape: shape, floats: plan.withOutput(output.name) { Array(copying: $0) }))
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
private final class NetworkWorker: StageWorker {
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
