/// Models that run one after the other and pass values on by name.
struct PipelineStage: Stage {
  /// The models in the order in which they run.
  let models: [ModelContents]
  /// What errors call each of them.
  private let places: [String]

  /// Checks that every model finds its inputs and makes the pipeline's outputs.
  init(
    _ models: [ModelContents], places: [String], description: DescriptionReader
  ) throws(ModelFileError) {
    var available = Set(description.inputs.map(\.name))
    for (model, place) in zip(models, places) {
      for input in model.description.inputs where !available.contains(input.name) {
        guard !input.isOptional else { continue }
        throw ModelFileError(
          .invalid, at: place, found: "the input '\(input.name)', which nothing makes",
          expected: "one of \(available.sorted())")
      }
      available.formUnion(model.outputNames)
    }
    for output in description.outputs where !available.contains(output.name) {
      throw ModelFileError(
        .invalid, at: "output '\(output.name)'", found: "no stage that makes it", expected: "one")
    }
    self.models = models
    self.places = places
  }

  var labels: ClassLabels? { models.last { $0.stage.labels != nil }?.stage.labels }

  func predict(_ inputs: FeatureTable) throws(MLModelError) -> FeatureTable {
    var values = inputs
    for (model, place) in zip(models, places) {
      do throws(MLModelError) {
        let outputs = try model.predict(values)
        values.merge(outputs) { _, new in new }
      } catch {
        throw error.within(place)
      }
    }
    return values
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    var chain: (any StageWorker)?
    for (index, (model, place)) in zip(models, places).enumerated() {
      guard model.description.inputs.count == 1,
        index == 0
          || models[index - 1].description.outputs.contains(where: {
            $0.name == model.description.inputs[0].name
          })
      else {
        throw MLModelError(
          .generic, "\(place): found other inputs, expected only the output of the stage before")
      }
      do throws(MLModelError) {
        let worker = try model.stage.makeWorker(for: chain?.outputShape ?? shape)
        chain = chain.map { WorkerPair(first: $0, second: worker) } ?? worker
      } catch {
        throw error.within(place)
      }
    }
    guard let chain else { preconditionFailure("a pipeline has at least one stage") }
    return chain
  }
}

/// Two workers, the second fed by the first, with the memory between them.
private final class WorkerPair: StageWorker {
  private let first: any StageWorker
  private let second: any StageWorker
  /// The output of the first.
  private var buffer: [Float]

  init(first: any StageWorker, second: any StageWorker) {
    self.first = first
    self.second = second
    buffer = [Float](repeating: 0, count: first.outputShape.reduce(1, *))
  }

  var outputShape: [Int] { second.outputShape }

  func run(
    _ input: Span<Float>, into output: inout MutableSpan<Float>
  ) throws(MLModelError) {
    try Self.run(first, then: second, on: input, over: &buffer, into: &output)
  }

  /// The same with known types: the compiler cannot see that a call through `any` keeps no span.
  private static func run(
    _ first: some StageWorker, then second: some StageWorker, on input: Span<Float>,
    over buffer: inout [Float], into output: inout MutableSpan<Float>
  ) throws(MLModelError) {
    var target = buffer.mutableSpan
    try first.run(input, into: &target)
    try second.run(buffer.span, into: &output)
  }
}
