/// Named values on their way through a model.
typealias FeatureTable = [String: MLFeatureValue]

/// A model that is ready to run: one stage of a pipeline, or a pipeline as a whole.
protocol Stage: Sendable {
  /// The labels, for a classifier.
  var labels: ClassLabels? { get }

  /// Computes the outputs from the inputs, which are of the types that the model declares.
  func predict(_ inputs: FeatureTable) throws(MLModelError) -> FeatureTable

  /// Prepares a worker that runs the stage on arrays of one shape.
  ///
  /// - Parameter shape: the shape of the stage's only input.
  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker

  /// Prepares a worker that runs the stage on several arrays of one shape at a time, if it gives
  /// the same bits as for one after the other.
  ///
  /// - Parameter count: how many; the worker's input and output hold one after the other.
  func makeBatchWorker(for shape: [Int], count: Int) -> (any StageWorker)?
}

extension Stage {
  func makeBatchWorker(for shape: [Int], count: Int) -> (any StageWorker)? { nil }
}

/// A stage prepared for one shape: one array in, one array or the class probabilities out.
///
/// One owner at a time; it reuses its memory from run to run.
protocol StageWorker: AnyObject {
  /// The shape of the output; for a classifier as many numbers as labels.
  var outputShape: [Int] { get }

  /// Computes the output from the input, both row-major.
  func run(
    _ input: Span<Float>, into output: inout MutableSpan<Float>
  ) throws(MLModelError)
}
