internal import DSP

/// The fixed front end of VGGish: 15600 samples at 16 kHz to log-mel frames (1, 96, 64).
struct PreprocessingStage: Stage {
  /// The custom model by which Turi Create means the same front end.
  static let turiClassName = "TCSoundClassifierPreprocessing"

  private static let sampleCount = 15_600
  private static let outputShape = [
    1, LogMelSpectrogram.frameCount(sampleCount: sampleCount), LogMelSpectrogram.bandCount,
  ]

  private let input: String
  private let output: String
  private let workers = WorkerPool<Int, PreprocessingWorker>()

  /// Checks that the preprocessing is of this kind.
  init(_ message: Message, description: DescriptionReader) throws(ModelFileError) {
    guard message.message("vggish") != nil else {
      throw ModelFileError(
        .unsupported,
        found: "sound preprocessing with the field number \(message.unknownFields.first ?? 0)",
        expected: "vggish (20)")
    }
    try self.init(description: description)
  }

  /// Checks that the model's description is that of the front end.
  init(description: DescriptionReader) throws(ModelFileError) {
    let shape = description.inputs.first?.multiArrayConstraint?.lengths
    guard description.inputs.count == 1, shape == [Self.sampleCount] else {
      throw ModelFileError(
        .invalid, found: "the inputs \(description.inputs)",
        expected: "one array of \(Self.sampleCount) samples")
    }
    guard description.outputs.count == 1 else {
      throw ModelFileError(
        .invalid, found: "\(description.outputs.count) outputs",
        expected: "one array of shape \(Self.outputShape)")
    }
    input = description.inputs[0].name
    output = description.outputs[0].name
  }

  var labels: ClassLabels? { nil }

  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    guard let samples = features[input]?.multiArrayValue, samples.count == Self.sampleCount else {
      throw MLModelError(
        .featureType, "input '\(input)': expected an array of \(Self.sampleCount) samples")
    }
    let floats = samples.floats
    return try workers.withWorker(
      for: 0,
      make: { () throws(MLModelError) in PreprocessingWorker(outputShape: Self.outputShape) },
      { worker throws(MLModelError) in
        var frames = [Float](repeating: 0, count: Self.outputShape.reduce(1, *))
        var target = frames.mutableSpan
        worker.run(floats.span, into: &target)
        return [
          output: MLFeatureValue(
            multiArray: try MLMultiArray(shape: Self.outputShape, floats: frames))
        ]
      })
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    guard shape == [Self.sampleCount] else {
      throw MLModelError(
        .featureType,
        "input '\(input)': found the shape \(shape), expected [\(Self.sampleCount)]")
    }
    return PreprocessingWorker(outputShape: Self.outputShape)
  }
}

/// A front end for one owner.
private final class PreprocessingWorker: StageWorker {
  private let spectrogram = LogMelSpectrogram()
  let outputShape: [Int]

  init(outputShape: [Int]) {
    self.outputShape = outputShape
  }

  func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    spectrogram.process(input, into: &output)
  }
}
