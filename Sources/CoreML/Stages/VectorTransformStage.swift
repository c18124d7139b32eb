/// A stage that turns a vector into a vector: scaler, normaliser, extractor or joiner.
struct VectorTransformStage: Stage {
  private enum Transform: Sendable {
    /// (x + shift) * scale, with one number of each for each element.
    case scale(shifts: [Double], scales: [Double])
    /// Divides by the largest magnitude.
    case normalizeMaximum
    /// Divides by the sum of magnitudes.
    case normalizeL1
    /// Divides by the root of the sum of squares.
    case normalizeL2
    /// Picks elements, all of which exist.
    case extract([Int])
    /// Leaves the vector, joined from the inputs, as it is.
    case join
  }

  private let inputs: FeatureVector
  private let output: MLFeatureDescription
  private let transform: Transform
  private let outputCount: Int

  var labels: ClassLabels? { nil }

  private init(
    _ transform: Transform, inputs: FeatureVector, description: DescriptionReader
  ) throws(ModelFileError) {
    guard let output = description.outputs.first, description.outputs.count == 1,
      output.type == .multiArray || output.type == .double
    else {
      throw ModelFileError(
        .invalid, found: "the outputs \(description.outputs)", expected: "one array or number")
    }
    self.inputs = inputs
    self.output = output
    self.transform = transform
    outputCount = if case .extract(let indices) = transform { indices.count } else { inputs.count }
  }

  /// Reads a scaler.
  init(scaler: Message, description: DescriptionReader) throws(ModelFileError) {
    let inputs = try FeatureVector(description.inputs)
    func values(_ name: StaticString, absent: Double) throws(ModelFileError) -> [Double] {
      let values = scaler.doubles(name)
      guard isFinite(values), values.isEmpty || values.count == 1 || values.count == inputs.count
      else {
        throw ModelFileError(
          .invalid, found: "\(values.count) numbers as \(name)",
          expected: "1 or \(inputs.count), all finite")
      }
      return values.count == inputs.count
        ? values : Array(repeating: values.first ?? absent, count: inputs.count)
    }
    try self.init(
      .scale(
        shifts: try values("shift_value", absent: 0), scales: try values("scale_value", absent: 1)),
      inputs: inputs, description: description)
  }

  /// Reads a normaliser.
  init(normalizer: Message, description: DescriptionReader) throws(ModelFileError) {
    let transform: Transform =
      switch try normalizer.size("norm_type", default: 0, in: 0...2) {
      case 0: .normalizeMaximum
      case 1: .normalizeL1
      default: .normalizeL2
      }
    try self.init(
      transform, inputs: try FeatureVector(description.inputs), description: description)
  }

  /// Reads an extractor of elements.
  init(extractor: Message, description: DescriptionReader) throws(ModelFileError) {
    let inputs = try FeatureVector(description.inputs)
    let indices = extractor.integers("extract_index")
    guard !indices.isEmpty, indices.allSatisfy({ (0..<inputs.count).contains($0) }) else {
      throw ModelFileError(
        .invalid, found: "the elements \(indices.prefix(9))",
        expected: "numbers from 0 to \(inputs.count - 1)")
    }
    try self.init(.extract(indices), inputs: inputs, description: description)
  }

  /// Reads a joiner of features, whose order is that of the parameters.
  init(vectorizer: Message, description: DescriptionReader) throws(ModelFileError) {
    var columns: [MLFeatureDescription] = []
    for column in vectorizer.messages("input_list") {
      let name = column.text("input_column")
      guard let input = description.inputs.first(where: { $0.name == name }) else {
        throw ModelFileError(
          .invalid, found: "the column '\(name)'", expected: "the name of an input")
      }
      let size = column.integer("input_dimensions")
      guard try FeatureVector([input]).count == size else {
        throw ModelFileError(
          .invalid, at: "column '\(name)'", found: "\(size) dimensions",
          expected: "those of \(input)")
      }
      columns.append(input)
    }
    try self.init(.join, inputs: try FeatureVector(columns), description: description)
  }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    let result = apply(to: try inputs.vector(from: features))
    if output.type == .double, result.count == 1 {
      return [output.name: MLFeatureValue(double: result[0])]
    }
    let declared = output.multiArrayConstraint?.lengths ?? []
    let shape =
      declared.reduce(1, *) == result.count && !declared.isEmpty ? declared : [result.count]
    return [
      output.name: MLFeatureValue(shapedArray: MLShapedArray(scalars: result, shape: shape))
    ]
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    guard inputs.isOneArray, shape.reduce(1, *) == inputs.count else {
      throw MLModelError(
        .featureType, "found an array of shape \(shape), expected \(inputs.count) numbers")
    }
    return VectorTransformWorker(stage: self, outputShape: [outputCount])
  }

  fileprivate func apply(to vector: [Double]) -> [Double] {
    func divided(by norm: Double) -> [Double] { norm == 0 ? vector : vector.map { $0 / norm } }
    return switch transform {
    case .scale(let shifts, let scales):
      vector.indices.map { (vector[$0] + shifts[$0]) * scales[$0] }
    case .normalizeMaximum: divided(by: vector.reduce(0) { max($0, abs($1)) })
    case .normalizeL1: divided(by: vector.reduce(0) { $0 + abs($1) })
    case .normalizeL2: divided(by: vector.reduce(0) { $0 + $1 * $1 }.squareRoot())
    case .extract(let indices): indices.map { vector[$0] }
    case .join: vector
    }
  }
}

/// A transform for one owner.
private final class VectorTransformWorker: StageWorker {
  private let stage: VectorTransformStage
  let outputShape: [Int]

  init(stage: VectorTransformStage, outputShape: [Int]) {
    self.stage = stage
    self.outputShape = outputShape
  }

  func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    let result = stage.apply(to: input.indices.map { Double(input[$0]) })
    for index in result.indices { output[index] = Float(result[index]) }
  }
}
