/// A classifier by generalised linear models.
struct GLMClassifierStage: Stage {
  /// How a score becomes a probability.
  private enum Transform: Sendable {
    case logit, probit
  }

  private let inputs: FeatureVector
  private let outputs: ClassifierOutputs
  private let transform: Transform
  /// Whether the first class has no vector of its own and scores 0.
  private let hasReferenceClass: Bool
  /// One row of weights after the other: (vectors, features).
  private let weights: [Double]
  /// One number for each vector.
  private let offsets: [Double]
  private let featureCount: Int

  /// The weights and offsets.
  var parameterCount: Int { weights.count + offsets.count }

  /// Reads the weights and checks that they fit the labels.
  init(
    _ message: Message, description: DescriptionReader, labels: ClassLabels
  ) throws(ModelFileError) {
    let rows = message.messages("weights")
    offsets = message.doubles("offset")
    hasReferenceClass = try message.size("class_encoding", in: 0...1) == 0
    transform = try message.size("post_evaluation_transform", in: 0...1) == 0 ? .logit : .probit
    let expected = hasReferenceClass || labels.count == 2 ? labels.count - 1 : labels.count
    guard labels.count >= 2 else {
      throw ModelFileError(.invalid, found: "\(labels.count) class labels", expected: "2 at least")
    }
    guard rows.count == expected, offsets.count == expected else {
      throw ModelFileError(
        .invalid, found: "\(rows.count) weight vectors and \(offsets.count) offsets",
        expected: "\(expected) of each for \(labels.count) classes")
    }
    guard transform == .logit || labels.count == 2 else {
      throw ModelFileError(
        .invalid, found: "the probit transform with \(labels.count) classes", expected: "2 classes")
    }
    var weights: [Double] = []
    var featureCount = 0
    for (index, row) in rows.enumerated() {
      let values = row.doubles("vector")
      if index == 0 { featureCount = values.count }
      guard values.count == featureCount, featureCount > 0 else {
        throw ModelFileError(
          .invalid, at: "weight vector \(index)", found: "\(values.count) weights",
          expected: featureCount == 0 ? "one at least" : "\(featureCount) as in the first vector")
      }
      weights += values
    }
    guard isFinite(weights), isFinite(offsets) else {
      throw ModelFileError(
        .invalid, found: "weights that are not finite", expected: "finite numbers")
    }
    self.weights = weights
    self.featureCount = featureCount
    inputs = try FeatureVector(description.inputs, count: featureCount)
    outputs = ClassifierOutputs(description, labels: labels)
  }

  var labels: ClassLabels? { outputs.labels }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    let vector = try inputs.vector(from: features)
    var scores = [Double](repeating: 0, count: outputs.labels.count)
    for row in offsets.indices {
      scores[row] = offsets[row] + dotProduct(row: row, vector)
    }
    turnIntoProbabilities(&scores)
    return outputs.features(of: scores)
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    guard inputs.isOneArray, shape.reduce(1, *) == featureCount else {
      throw MLModelError(
        .featureType, "found an array of shape \(shape), expected \(featureCount) numbers")
    }
    return GLMClassifierWorker(stage: self, labelCount: outputs.labels.count)
  }

  /// Computes the probabilities of single-precision features, into memory of the caller.
  fileprivate func run(_ features: Span<Float>, into scores: inout [Double]) {
    for row in offsets.indices {
      let start = row * featureCount
      var sums = SIMD4<Double>.zero
      var column = 0
      while column + 4 <= featureCount {
        let factors = SIMD4(
          weights[start + column], weights[start + column + 1], weights[start + column + 2],
          weights[start + column + 3])
        let values = SIMD4(
          Double(features[column]), Double(features[column + 1]), Double(features[column + 2]),
          Double(features[column + 3]))
        sums += factors * values
        column += 4
      }
      var sum = sums.sum() + offsets[row]
      while column < featureCount {
        sum += weights[start + column] * Double(features[column])
        column += 1
      }
      scores[row] = sum
    }
    turnIntoProbabilities(&scores)
  }

  private func dotProduct(row: Int, _ vector: [Double]) -> Double {
    let start = row * featureCount
    var sum = 0.0
    for column in 0..<featureCount { sum += weights[start + column] * vector[column] }
    return sum
  }

  /// Turns the scores of the vectors, which come first, into the probabilities of the classes.
  private func turnIntoProbabilities(_ scores: inout [Double]) {
    if scores.count == 2 {
      let probability =
        switch transform {
        case .logit: sigmoid(scores[0])
        case .probit: normalDistribution(scores[0])
        }
      scores[0] = 1 - probability
      scores[1] = probability
      return
    }
    if hasReferenceClass {
      for index in (1..<scores.count).reversed() { scores[index] = scores[index - 1] }
      scores[0] = 0
    } else {
      // The logarithms of the sigmoids: normalised below without a division by zero.
      for index in scores.indices { scores[index] = logSigmoid(scores[index]) }
    }
    softmax(&scores)
  }
}

/// A GLM for one owner, with room for its scores.
private final class GLMClassifierWorker: StageWorker {
  private let stage: GLMClassifierStage
  private var scores: [Double]
  let outputShape: [Int]

  init(stage: GLMClassifierStage, labelCount: Int) {
    self.stage = stage
    scores = [Double](repeating: 0, count: labelCount)
    outputShape = [labelCount]
  }

  func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    stage.run(input, into: &scores)
    for index in scores.indices { output[index] = Float(scores[index]) }
  }
}
