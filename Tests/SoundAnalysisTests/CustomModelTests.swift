import Foundation
import SoundAnalysis
import TestSupport
import Testing

@Suite struct CustomModelTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func request(_ model: [UInt8]) throws -> SNClassifySoundRequest {
    let url = folder.file("model-\(UUID().uuidString).mlmodel")
    try Data(model).write(to: url)
    return try SNClassifySoundRequest(mlModel: MLModel(contentsOf: url))
  }

  /// Two labels over `length` samples: the score of `loud` is the sum of the samples times `weight`.
  private func sumModel(
    length: Int, weight: Double = 0.001, offset: Double = -1, metadata: [(String, String)] = []
  ) -> [UInt8] {
    TestModel.model(
      inputs: [TestModel.array("audioSamples", [length])], outputs: TestModel.classifierOutputs,
      type: .message(
        400, .message(1, .doubles(1, Array(repeating: weight, count: length))),
        .doubles(2, [offset]), .message(100, .text(1, "quiet"), .text(1, "loud"))),
      metadata: [
        .message(
          100, metadata.map { .message(100, .text(1, $0.0), .text(2, $0.1)) }.joined())
      ])
  }

  @Test func windowIsTheLengthOfTheModelsInput() throws {
    let request = try request(sumModel(length: 8000))
    #expect(request.windowDuration == CMTime(value: 8000, timescale: 16_000))
    #expect(request.windowDurationConstraint == .enumeratedDurations([request.windowDuration]))
    request.windowDuration = CMTime(value: 3, timescale: 1)
    #expect(request.windowDuration.seconds == 0.5)
    #expect(request.knownClassifications == ["quiet", "loud"])
  }

  @Test func metadataGiveTheSampleRate() throws {
    let request = try request(sumModel(length: 8000, metadata: [("sampleRate", "8000")]))
    #expect(request.windowDuration.seconds == 1)
  }

  @Test(arguments: [("quiet", "quiet"), ("loud", "loud"), ("hum", nil), ("", nil)])
  func metadataNameTheBackground(text: String, label: String?) throws {
    let request = try request(sumModel(length: 8000, metadata: [("backgroundLabel", text)]))
    #expect(request.backgroundLabel == label)
    #expect(try self.request(sumModel(length: 8000)).backgroundLabel == nil)
  }

  @Test(arguments: ["", "fast", "-16000", "0", "1e99", "nan"])
  func aSampleRateThatIsNoneIsRefused(text: String) throws {
    #expect {
      _ = try request(sumModel(length: 8000, metadata: [("sampleRate", text)]))
    } throws: { error in
      guard case SNError.invalidModel = error else { return false }
      return error.localizedDescription.contains("'\(text)'")
    }
  }

  /// A constant signal has a known sum, and the logistic function of it is the confidence.
  @Test(arguments: [0.0, 0.1, 0.25, 0.5])
  func confidencesAreTheModelsOwn(level: Float) throws {
    let request = try request(sumModel(length: 8000))
    let url = try WaveFile(sampleRate: 16_000, mono: Array(repeating: level, count: 16_000))
      .write(to: folder.url)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.rows.map(\.start) == [0, 4000, 8000])
    let expected = 1 / (1 + exp(-(8000 * 0.001 * Double(level) - 1)))
    for result in recorder.results {
      let loud = try #require(result.classification(forIdentifier: "loud")).confidence
      #expect(abs(loud - expected) < 1e-5)
      #expect(abs(result.classifications.map(\.confidence).reduce(0, +) - 1) < 1e-5)
    }
  }

  @Test func modelHearsItsOwnRate() throws {
    // One second at 8 kHz; the file is at 48 kHz. A constant stays constant at any rate.
    let request = try request(sumModel(length: 8000, metadata: [("sampleRate", "8000")]))
    let url = try WaveFile(sampleRate: 48_000, mono: Array(repeating: 0.25, count: 48_000 * 3))
      .write(to: folder.url)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.rows.map(\.start) == [0, 24_000, 48_000, 72_000, 96_000])
    let middle = try #require(recorder.results[2].classification(forIdentifier: "loud"))
    #expect(abs(middle.confidence - 1 / (1 + exp(-1.0))) < 1e-3)
  }

  @Test func aRangeOfLengthsIsARangeOfDurations() throws {
    let range = Wire.message(31, .message(1, .integer(1, 8000), .integer(2, 240_000)))
    let model = TestModel.model(
      inputs: [TestModel.array("audioSamples", [15_600], range)],
      outputs: TestModel.classifierOutputs,
      type: .message(
        400, .message(1, .doubles(1, Array(repeating: 0, count: 15_600))), .doubles(2, [0]),
        .message(100, .text(1, "a"), .text(1, "b"))))
    let request = try request(model)
    #expect(request.windowDuration == CMTime(value: 15_600, timescale: 16_000))
    guard case .durationRange(let durations) = request.windowDurationConstraint else {
      Issue.record("expected a range")
      return
    }
    #expect(durations.start.seconds == 0.5)
    #expect(durations.end.seconds == 15)
  }

  @Test func modelsThatAreNoSoundClassifiersAreRefused() throws {
    let labels = Wire.message(100, .text(1, "a"), .text(1, "b"))
    let head = Wire.message(
      400, .message(1, .doubles(1, [1, 1, 1, 1])), .doubles(2, [0]), labels)
    let twoInputs = TestModel.model(
      inputs: [TestModel.array("x", [2]), TestModel.array("y", [2])],
      outputs: TestModel.classifierOutputs, type: head)
    let image = TestModel.model(
      inputs: [TestModel.array("x", [2, 2])], outputs: TestModel.classifierOutputs, type: head)
    let features = TestModel.network(TestModel.layer(140, TestModel.dense(2, 2)))
    for (model, word) in [(twoInputs, "[x, y]"), (image, "[2, 2]"), (features, "dictionary")] {
      #expect {
        _ = try request(model)
      } throws: { error in
        guard case SNError.invalidModel = error else { return false }
        return error.localizedDescription.contains(word)
      }
    }
  }
}
