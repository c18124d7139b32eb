/// What a classical classifier computes from one vector.
protocol VectorClassifier: Sendable {
  /// The labels, in the order of the probabilities.
  var labels: ClassLabels { get }

  /// The number of elements of the vector.
  var featureCount: Int { get }

  /// The probability of each label.
  func probabilities(of vector: [Double]) -> [Double]
}

/// A stage around a classifier of vectors.
struct VectorClassifierStage: Stage {
  private let classifier: any VectorClassifier
  private let inputs: FeatureVector
  private let outputs: ClassifierOutputs

  /// Checks that the inputs are as many numbers as the classifier takes.
  init(
    _ classifier: any VectorClassifier, description: DescriptionReader
  ) throws(ModelFileError) {
    self.classifier = classifier
    inputs = try FeatureVector(description.inputs, count: classifier.featureCount)
    outputs = ClassifierOutputs(description, labels: classifier.labels)
  }

  var labels: ClassLabels? { classifier.labels }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    outputs.features(of: classifier.probabilities(of: try inputs.vector(from: features)))
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    guard inputs.isOneArray, shape.reduce(1, *) == inputs.count else {
      throw MLModelError(
        .featureType, "found an array of shape \(shape), expected \(inputs.count) numbers")
    }
    return VectorClassifierWorker(classifier)
  }
}

/// A classifier of vectors for one owner.
private final class VectorClassifierWorker: StageWorker {
  private let classifier: any VectorClassifier
  let outputShape: [Int]

  init(_ classifier: any VectorClassifier) {
    self.classifier = classifier
    outputShape = [classifier.labels.count]
  }

  func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    let probabilities = classifier.probabilities(of: input.indices.map { Double(input[$0]) })
    for index in probabilities.indices { output[index] = Float(probabilities[index]) }
  }
}
