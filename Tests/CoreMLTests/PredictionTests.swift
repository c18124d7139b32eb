import CoreML
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct PredictionTests {
  /// Log-mel frames, then a GLM over all of them with weight 1/6144: score 1 is their mean.
  private static let pipeline = TestModel.pipeline(
    inputs: [TestModel.array("audioSamples", [15_600])],
    [
      TestModel.preprocessing,
      TestModel.model(
        inputs: [TestModel.array("frames", [1, 96, 64])], outputs: TestModel.classifierOutputs,
        type: .message(
          400, .message(1, .doubles(1, Array(repeating: 1 / 6144.0, count: 6144))),
          .doubles(2, [0]), .message(100, .text(1, "quiet"), .text(1, "loud")))),
    ])

  private static let means: [TestSignal: Double] = [
    .sine: -3.501857, .chirp: -3.837675, .noise: 1.452613,
  ]

  private func predict(
    _ model: MLModel, _ input: MLMultiArray
  ) throws -> Double {
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["audioSamples": input]))
    return try #require(output.featureValue(for: "probabilities")?.dictionaryValue["loud"])
      .doubleValue
  }

  @Test(arguments: TestSignal.allCases)
  func aPipelinePassesValuesOnByName(_ signal: TestSignal) throws {
    let model = try Fixtures.model(Self.pipeline)
    let probability = try predict(model, MLMultiArray(signal.samples))
    let expected = 1 / (1 + exp(-Self.means[signal]!))
    #expect(abs(probability - expected) < 1e-5)
  }

  @Test(arguments: TestSignal.allCases)
  func aScorerOfAPipelineGivesTheSameAndAllocatesNothing(_ signal: TestSignal) throws {
    let model = try Fixtures.model(Self.pipeline)
    let scorer = try model.makeScorer(inputName: "audioSamples", shape: [15_600])
    #expect(scorer.classLabels == ["quiet", "loud"])
    let samples = signal.samples
    var scores: [Float] = [0, 0]
    func score() throws {
      var target = scores.mutableSpan
      try scorer.score(samples.span, into: &target)
    }
    try score()
    #expect(abs(Double(scores[1]) - 1 / (1 + exp(-Self.means[signal]!))) < 1e-5)
    if AllocationCounter.isActive {
      #expect(try AllocationCounter.count { try score() } == 0)
    }
  }

  @Test(.enabled(if: AllocationCounter.isActive, "a sanitizer owns the allocator"))
  func aScorerOfANetworkAddsNoAllocationOfItsOwn() throws {
    // A bias layer is a plain loop, without oneDNN.
    let model = try Fixtures.model(
      TestModel.model(
        inputs: [TestModel.array("x", [2])], outputs: TestModel.classifierOutputs,
        type: .message(
          403,
          TestModel.layer(
            250, .message(.integers(1, [2]), .message(2, .floats(1, [0.25, 0.5])))),
          .message(100, .text(1, "a"), .text(1, "b")))))
    let scorer = try model.makeScorer(inputName: "x", shape: [2])
    let input: [Float] = [0.5, 0.25]
    var scores: [Float] = [0, 0]
    func score() throws {
      var target = scores.mutableSpan
      try scorer.score(input.span, into: &target)
    }
    try score()
    #expect(scores == [0.75, 0.75])
    #expect(try AllocationCounter.count { try score() } == 0)
  }

  @Test func arraysOfOtherElementTypesAreConverted() throws {
    let model = try Fixtures.model(
      TestModel.network(TestModel.layer(140, TestModel.dense(2, 2))))
    let arrays = [
      try MLMultiArray([Float(3), -1]), try MLMultiArray([Double(3), -1]),
      try MLMultiArray([Float16(3), -1]), try MLMultiArray([Int32(3), -1]),
      try MLMultiArray([Int8(3), -1]),
    ]
    for array in arrays {
      let output = try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: ["x": array]))
      #expect(output.featureValue(for: "y")?.multiArrayValue?[0] == 1)
    }
  }

  @Test func anArrayWithStridesIsReadByThem() throws {
    let model = try Fixtures.model(
      TestModel.network(
        input: [1, 2, 2], output: [1, 2, 2], TestModel.layer(600, .message())))
    // A matrix laid out by columns, with a gap after each.
    var memory: [Float] = [1, 3, -9, 2, 4, -9]
    let values = try unsafe memory.withUnsafeMutableBytes { bytes in
      let array = try unsafe MLMultiArray(
        dataPointer: bytes.baseAddress!, shape: [1, 2, 2], dataType: .float32, strides: [6, 1, 3])
      let output = try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: ["x": array]))
      return MLShapedArray<Float>(output.featureValue(for: "y")!.multiArrayValue!).scalars
    }
    #expect(values == [1, 2, 3, 4])
  }

  @Test func aWrongInputIsNamedWithWhatWasExpected() throws {
    let model = try Fixtures.model(
      TestModel.network(TestModel.layer(140, TestModel.dense(2, 2))))
    let wrong: [([String: Any], String)] = [
      ([:], "'x' is missing"),
      (["y": try MLMultiArray([1.0, 2.0])], "'x' is missing"),
      (["x": "text"], "string"),
      (["x": 1.0], "double"),
      (["x": try MLMultiArray([1.0, 2.0, 3.0])], "[3]"),
      (["x": try MLMultiArray(shape: [1, 2], dataType: .double)], "[1, 2]"),
    ]
    for (dictionary, words) in wrong {
      let error = #expect(throws: MLModelError.self) {
        try model.prediction(from: MLDictionaryFeatureProvider(dictionary: dictionary))
      }
      #expect(error?.code == .featureType)
      #expect(error?.localizedDescription.contains(words) == true, "\(error!)")
    }
  }

  @Test func oneOfTheEnumeratedShapesIsTaken() throws {
    let model = try Fixtures.model(
      TestModel.model(
        inputs: [
          TestModel.array(
            "x", [1, 2, 3],
            .message(
              21, .message(1, .integers(1, [1, 2, 3])), .message(1, .integers(1, [1, 4, 5]))))
        ], outputs: [TestModel.output("y", [])],
        type: .message(500, TestModel.layer(600, .message()))))
    let constraint = try #require(
      model.modelDescription.inputDescriptionsByName["x"]?.multiArrayConstraint?.shapeConstraint)
    #expect(constraint.type == .enumerated)
    #expect(constraint.enumeratedShapes == [[1, 2, 3], [1, 4, 5]])
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(
        dictionary: ["x": try MLMultiArray(shape: [1, 4, 5], dataType: .float32)]))
    #expect(output.featureValue(for: "y")?.multiArrayValue?.shape == [1, 4, 5])
    #expect(throws: MLModelError.self) {
      try model.prediction(
        from: MLDictionaryFeatureProvider(
          dictionary: ["x": try MLMultiArray(shape: [1, 4, 4], dataType: .float32)]))
    }
  }

  @Test func anOptionalInputMayBeLeftOut() throws {
    let optional = Wire.message(
      .text(1, "z"),
      .message(
        3, .message(5, .integers(1, [2]), .integer(2, 65568), .integer(41, 3)),
        .integer(1000, 1)))
    let model = try Fixtures.model(
      TestModel.model(
        inputs: [TestModel.array("x", [2]), optional], outputs: [TestModel.output("y", [2])],
        type: .message(500, TestModel.layer(230, inputs: ["x", "z"], .message()))))
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([1.0, 2.0])]))
    #expect(output.featureValue(for: "y")?.multiArrayValue?[1] == 5)
  }

  @Test func aBatchGivesOneResultForEachInput() throws {
    let model = try Fixtures.model(
      TestModel.glm(labels: ["a", "b"], weights: [[1]], offsets: [0]))
    let inputs = MLArrayBatchProvider(
      array: try [-1.0, 0.5, 2].map {
        try MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([$0])])
      })
    let outputs = try model.predictions(fromBatch: inputs)
    #expect(outputs.count == 3)
    let labels = (0..<3).map { outputs.features(at: $0).featureValue(for: "label")?.stringValue }
    #expect(labels == ["a", "b", "b"])
  }

  @Test func predictionsOnManyThreadsGiveWhatOneGives() throws {
    let model = try MLModel(contentsOf: Fixtures.builtInModel)
    let input = try #require(model.arrayInput).name
    let name = try #require(model.modelDescription.predictedProbabilitiesName)
    let frames = TestSignal.allCases.map(\.frames)
    @Sendable func predict(_ index: Int) throws -> [AnyHashable: NSNumber] {
      // Different lengths, so that the threads share plans and make new ones.
      let count = [96, 48, 72][index % 3]
      let scalars = Array(frames[index % 3].prefix(count * 64))
      let array = MLMultiArray(MLShapedArray<Float>(scalars: scalars, shape: [1, count, 64]))
      return try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: [input: array])
      ).featureValue(for: name)!.dictionaryValue
    }
    let expected = try (0..<3).map { "\(try predict($0).sorted { "\($0)" < "\($1)" })" }
    let mistakes = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 24) { index in
      let found = (try? predict(index)).map { "\($0.sorted { "\($0)" < "\($1)" })" }
      if found != expected[index % 3] { mistakes.withLock { $0 += 1 } }
    }
    #expect(mistakes.withLock { $0 } == 0)
  }
}
