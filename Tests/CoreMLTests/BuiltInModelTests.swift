import CoreML
import DSP
import Foundation
import TestSupport
import Testing

/// The three test signals of one VGGish window, 15600 samples at 16 kHz.
enum TestSignal: String, CaseIterable, Sendable {
  case sine, chirp, noise

  var samples: [Float] {
    switch self {
    case .sine:
      return (0..<15_600).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 16_000)) }
    case .chirp:
      return (0..<15_600).map { index in
        let t = Double(index) / 16_000
        return Float(0.5 * sin(2 * .pi * (100 * t + (7000 - 100) * t * t / (2 * 0.975))))
      }
    case .noise:
      var state: UInt32 = 12345
      return (0..<15_600).map { _ in
        state = 1_664_525 &* state &+ 1_013_904_223
        return Float(0.25 * (Double(state) / 2_147_483_647 - 1))
      }
    }
  }

  /// The log-mel frames, (96, 64).
  var frames: [Float] {
    var frames = [Float](repeating: 0, count: 96 * 64)
    var target = frames.mutableSpan
    LogMelSpectrogram().process(samples.span, into: &target)
    return frames
  }
}

/// Its confidences are compared with another program's in the tests of SoundAnalysis.
@Suite struct BuiltInModelTests {
  let model: MLModel

  init() throws {
    model = try MLModel(contentsOf: Fixtures.builtInModel)
  }

  @Test(arguments: TestSignal.allCases)
  func aScorerGivesThePredictionInLabelOrder(_ signal: TestSignal) throws {
    let input = try #require(model.arrayInput)
    let scorer = try model.makeScorer(inputName: input.name, shape: [1, 96, 64])
    var scores = [Float](repeating: -1, count: scorer.classLabels.count)
    var target = scores.mutableSpan
    try scorer.score(signal.frames.span, into: &target)
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(
        dictionary: [
          input.name: MLMultiArray(
            MLShapedArray<Float>(scalars: signal.frames, shape: [1, 96, 64]))
        ]))
    let name = try #require(model.modelDescription.predictedProbabilitiesName)
    let dictionary = try #require(output.featureValue(for: name)).dictionaryValue
    for (label, score) in zip(scorer.classLabels, scores) {
      #expect(dictionary[label]?.floatValue == score)
    }
  }

  @Test func aBatchGivesTheBitsOfItsParts() throws {
    let input = try #require(model.arrayInput)
    let single = try model.makeScorer(inputName: input.name, shape: [1, 96, 64])
    // Nil where the processor's fastest way does not keep the bits.
    guard let batch = model.makeBatchScorer(shape: [1, 96, 64], count: 3) else { return }
    let labelCount = single.classLabels.count
    let signals = [TestSignal.chirp.frames, TestSignal.noise.frames, TestSignal.sine.frames]
    let frames = signals.flatMap { $0 }
    var together = [Float](repeating: -1, count: 3 * labelCount)
    var target = together.mutableSpan
    try batch.score(frames.span, into: &target)
    for (index, signal) in signals.enumerated() {
      var alone = [Float](repeating: -1, count: labelCount)
      var target = alone.mutableSpan
      try single.score(signal.span, into: &target)
      #expect(Array(together[index * labelCount..<(index + 1) * labelCount]) == alone)
    }
  }

  /// oneDNN keeps a short-lived table of arguments for each of its computations; nothing else may
  /// be allocated, so the count of a run stays the same, and is 0 without oneDNN (see
  /// `PredictionTests`).
  @Test(.enabled(if: AllocationCounter.isActive, "a sanitizer owns the allocator"))
  func scoringAllocatesNoMoreFromRunToRun() throws {
    let input = try #require(model.arrayInput)
    let scorer = try model.makeScorer(inputName: input.name, shape: [1, 96, 64])
    let frames = TestSignal.chirp.frames
    var scores = [Float](repeating: 0, count: scorer.classLabels.count)
    func score() throws {
      var target = scores.mutableSpan
      try scorer.score(frames.span, into: &target)
    }
    try score()
    let counts = try (0..<5).map { _ in try AllocationCounter.count { try score() } }
    #expect(Set(counts).count == 1)
    #expect(counts[0] < 250)
  }

  @Test(arguments: [48, 96, 298, 1500])
  func anyNumberOfFramesInItsRangeIsScored(_ frameCount: Int) throws {
    let input = try #require(model.arrayInput)
    let scorer = try model.makeScorer(inputName: input.name, shape: [1, frameCount, 64])
    let silence = [Float](repeating: -4.6, count: frameCount * 64)
    var scores = [Float](repeating: -1, count: scorer.classLabels.count)
    var target = scores.mutableSpan
    try scorer.score(silence.span, into: &target)
    #expect(scores.allSatisfy { (0...1).contains($0) })
  }

  @Test(arguments: [[1, 47, 64], [1, 1501, 64], [1, 96, 63], [96, 64], [2, 96, 64]])
  func otherShapesAreRefused(_ shape: [Int]) throws {
    let input = try #require(model.arrayInput)
    #expect(throws: MLModelError.self) {
      try model.makeScorer(inputName: input.name, shape: shape)
    }
    let array = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .float32)
    let error = #expect(throws: MLModelError.self) {
      try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: [input.name: array]))
    }
    #expect(error?.code == .featureType)
    #expect(error?.localizedDescription.contains("\(shape)") == true)
  }
}
