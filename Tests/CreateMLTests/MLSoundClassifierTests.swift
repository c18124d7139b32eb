import CreateML
import Foundation
import SoundAnalysis
import TestSupport
import Testing

@Suite struct MLSoundClassifierTests {
  private static func windows(
    of url: URL, _ model: MLModel
  ) throws -> [(scores: [Float], labels: [String])] {
    let request = try SNClassifySoundRequest(mlModel: model)
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let recorder = ScoreRecorder()
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    if let failure = recorder.failure { throw failure }
    return recorder.scores.map { ($0, request.knownClassifications) }
  }

  @Test func newRecordingsGetTheirLabel() throws {
    let classifier = try TrainingClips.trained.get()
    #expect(classifier.warnings.isEmpty)
    #expect(classifier.trainingMetrics.classificationError == 0)
    let validation = classifier.validationMetrics
    #expect(validation.isValid && validation.error == nil)
    // A fifth of twenty recordings of each label.
    #expect(validation.confusion.reduce(0) { $0 + $1.count } == 12)
    #expect(validation.classificationError <= 1.0 / 12)

    let clips = try TrainingClips(counts: [:])
    let urls = try TrainingClips.labels.flatMap { label in
      try (40..<43).map { number in
        try clips.write(
          TrainingClips.samples(label, number, seconds: 2), to: label, "\(number).wav")
      }
    }
    let truth = TrainingClips.labels.flatMap { Array(repeating: $0, count: 3) }
    #expect(try classifier.predictions(from: urls) == truth)
    #expect(
      try classifier.predictions(from: urls, overlapFactor: 0, predictionTimeWindowSize: 2) == truth
    )
    let metrics = classifier.evaluation(on: clips.source)
    #expect(metrics.classificationError == 0)
    for label in TrainingClips.labels {
      #expect(metrics.precision(of: label) == 1 && metrics.recall(of: label) == 1)
    }
    #expect(metrics.precision(of: "background") == nil)
  }

  @Test func theWrittenFileRunsLikeAnyModel() throws {
    let classifier = try TrainingClips.trained.get()
    let folder = try TemporaryFolder()
    let file = folder.file("deep/er/Mine")
    try classifier.write(
      toFile: file.path,
      metadata: MLModelMetadata(
        author: "N. N.", shortDescription: "Three sounds.", license: "CC0", version: "7",
        additional: ["place": "garden", "sampleRate": "1"]))
    let model = try MLModel(contentsOf: file.appendingPathExtension("mlmodel"))
    let description = model.modelDescription
    #expect(
      description.classLabels as? [String] == ["background", "chirp", "clicks", "tone"])
    #expect(
      description.inputDescriptionsByName["audioSamples"]?.multiArrayConstraint?.shape == [15_600])
    #expect(description.metadata[.author] as? String == "N. N.")
    #expect(description.metadata[.license] as? String == "CC0")
    #expect(description.metadata[.versionString] as? String == "7")
    let additional = try #require(description.metadata[.creatorDefinedKey] as? [String: String])
    #expect(additional["sampleRate"] == "16000" && additional["place"] == "garden")
    #expect(additional["windowDuration"] == "0.975")
    #expect(additional["backgroundLabel"] == "background")
    #expect(additional["networkLicense"]?.contains("Apache") == true)

    // The file and the model in memory are two forms of one classifier.
    let clips = try TrainingClips(counts: [:])
    for label in TrainingClips.labels {
      let url = try clips.write(
        TrainingClips.samples(label, 50, seconds: 0.975), to: label, "50.wav")
      let written = try #require(try Self.windows(of: url, model).first)
      let place = try #require(written.labels.firstIndex(of: label))
      #expect(written.scores[place] > 0.5, "\(label)")
      #expect(abs(written.scores.reduce(0, +) - 1) < 1e-4)
      let request = try SNClassifySoundRequest(mlModel: classifier.model)
      request.windowDuration = CMTime(value: 975, timescale: 1000)
      let recorder = ScoreRecorder()
      let analyzer = try SNAudioFileAnalyzer(url: url)
      try analyzer.add(request, withObserver: recorder)
      analyzer.analyze()
      let held = try #require(recorder.scores.first)
      for (first, second) in zip(written.scores, held) { #expect(abs(first - second) < 1e-3) }
    }
  }

  @Test func whereItIsWritten() throws {
    let classifier = try TrainingClips.trained.get()
    let folder = try TemporaryFolder()
    try classifier.write(to: folder.url)
    try classifier.write(to: folder.file("Named.mlmodel"))
    let first = try Data(contentsOf: folder.file("SoundClassifier.mlmodel"))
    #expect(try Data(contentsOf: folder.file("Named.mlmodel")) == first)
    try Data().write(to: folder.file("file"))
    let error = #expect(throws: MLCreateError.self) {
      try classifier.write(to: folder.file("file/below.mlmodel"))
    }
    #expect(error?.errorDescription?.contains("file/below.mlmodel") == true)
  }

  @Test func theSameRecordingsGiveTheSameBytes() throws {
    let clips = try TrainingClips(counts: ["tone": 3, "chirp": 3])
    let parameters = MLSoundClassifier.ModelParameters(
      validation: .split(strategy: .fixed(ratio: 0.3, seed: 5)), background: .synthesized(seed: 9))
    let models = try (0..<2).map { _ in
      try MLSoundClassifier(trainingData: clips.source, parameters: parameters)
        .specification(MLModelMetadata(author: ""))
    }
    #expect(models[0] == models[1])
  }

  @Test func anotherWindowTakesFrames() throws {
    let clips = try TrainingClips(counts: ["tone": 2, "chirp": 2], seconds: 2.5)
    let classifier = try MLSoundClassifier(
      trainingData: clips.source,
      parameters: .init(validation: .none, featureExtractionTimeWindowSize: 2))
    #expect(!classifier.validationMetrics.isValid)
    #expect(classifier.validationMetrics.classificationError == 1)
    let folder = try TemporaryFolder()
    try classifier.write(to: folder.url)
    let model = try MLModel(contentsOf: folder.file("SoundClassifier.mlmodel"))
    #expect(model.modelDescription.inputDescriptionsByName.keys.first == "logMel")
    let request = try SNClassifySoundRequest(mlModel: model)
    #expect(abs(request.windowDuration.seconds - 2) <= 0.01)
    #expect(request.knownClassifications == ["background", "chirp", "tone"])
  }

  @Test func validationRecordingsOfTheirOwn() throws {
    let clips = try TrainingClips(counts: ["tone": 2, "chirp": 2])
    let others = try TrainingClips(counts: ["tone": 1, "siren": 1])
    let classifier = try MLSoundClassifier(
      trainingData: clips.source, parameters: .init(validation: .dataSource(others.source)))
    let metrics = classifier.validationMetrics
    #expect(metrics.confusion.map(\.trueLabel) == ["siren", "tone"])
    #expect(metrics.recall(of: "siren") == 0)
  }

  // MARK: Few, unequal, short and broken recordings

  @Test func fewRecordings() throws {
    for counts in [["tone": 1, "chirp": 1], ["tone": 2, "clicks": 1], ["tone": 12, "chirp": 1]] {
      let classifier = try TrainingClips(counts: counts).train()
      #expect(classifier.trainingMetrics.classificationError == 0, "\(counts)")
      #expect(classifier.falseAlarms(but: "clicks") == [], "\(counts)")
    }
  }

  @Test func recordingsThatAreAllEqual() throws {
    let clips = try TrainingClips(counts: [:])
    let samples = TrainingClips.samples("tone", 0, seconds: 1)
    for label in ["a", "b"] {
      for number in 0..<2 { try clips.write(samples, to: label, "\(number).wav") }
    }
    let classifier = try MLSoundClassifier(
      trainingData: clips.source, parameters: .init(validation: .none, background: .none))
    // Nothing tells them apart, so neither is surer.
    let url = try clips.write(samples, to: "a", "0.wav")
    let scores = try #require(try Self.windows(of: url, classifier.model).first).scores
    #expect(scores.count == 2 && abs(scores[0] - 0.5) < 1e-3)
  }

  @Test func shortAndBrokenRecordingsAreToldOf() throws {
    let clips = try TrainingClips(counts: ["tone": 2, "chirp": 2])
    try clips.write(TrainingClips.samples("tone", 5, seconds: 0.6), to: "tone", "short.wav")
    try clips.write(TrainingClips.samples("tone", 5, seconds: 0.3), to: "tone", "shorter.wav")
    try Data("no sound".utf8).write(to: clips.folder.file("tone/text.wav"))
    let classifier = try MLSoundClassifier(
      trainingData: clips.source, parameters: .init(validation: .none))
    let told = classifier.warnings
    #expect(told.count == 3, "\(told)")
    #expect(told.contains("shorter.wav: found 0.3 s of sound, expected 0.5 s at least; left out"))
    #expect(told.contains { $0.contains("text.wav") && $0.hasSuffix("left out") })
    #expect(
      told.last?.hasPrefix("1 of the recordings are shorter than a window of 0.975 s") == true)
    let metrics = classifier.evaluation(on: clips.source)
    #expect(metrics.isValid && metrics.warnings.count == 1)
    #expect(throws: (any Error).self) {
      try classifier.predictions(from: [clips.folder.file("tone/text.wav")])
    }
    // One answer a recording, however short.
    #expect(
      try classifier.predictions(from: [clips.folder.file("tone/shorter.wav")]).count == 1)
  }

  @Test func dataWithWhichNothingCanBeLearned() throws {
    let one = try TrainingClips(counts: ["tone": 2])
    let broken = try TrainingClips(counts: ["tone": 1])
    try FileManager.default.createDirectory(
      at: broken.folder.file("chirp"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: broken.folder.file("chirp/x.wav"))
    for (clips, sentence) in [
      (one, "found one label, 'tone'"), (broken, "chirp: none of its recordings can be used"),
    ] {
      let error = #expect(throws: MLCreateError.self) {
        try clips.train()
      }
      #expect(error?.description.contains(sentence) == true)
    }
    let classifier = try TrainingClips.trained.get()
    #expect(!classifier.evaluation(on: .labeledFiles(at: URL(fileURLWithPath: "/no"))).isValid)
  }

  @Test func labelsOfAnyCharacters() throws {
    let clips = try TrainingClips(counts: [:])
    let labels = ["a:b, \"c\"", "犬 🐶", "back\\slash\ttab"]
    for (kind, label) in zip(TrainingClips.labels, labels) {
      try clips.write(TrainingClips.samples(kind, 1, seconds: 1), to: label, "1.wav")
    }
    let classifier = try clips.train()
    let model = try MLModel(
      specification: classifier.specification(nil), name: "the written model")
    #expect(
      Set(try #require(model.modelDescription.classLabels as? [String]))
        == Set(labels + ["background"]))
  }

  @Test func aBackgroundOfTheUsersOwnIsUsed() throws {
    let clips = try TrainingClips(counts: ["tone": 2, "Silence": 0])
    for number in 0..<2 {
      try clips.write(Signals.noise(count: 16_000), to: "Silence", "\(number).wav")
    }
    let classifier = try clips.train()
    #expect(classifier.model.modelDescription.classLabels as? [String] == ["Silence", "tone"])
    #expect(classifier.falseAlarmsPerHour() == 0)
  }
}

/// Keeps the scores of all windows.
final class ScoreRecorder: NSObject, SNResultsObserving {
  private(set) var scores: [[Float]] = []
  private(set) var failure: (any Error)?

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    if let result = result as? SNClassificationResult { scores.append(result.scores) }
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) { failure = error }
}
