import CreateML
import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// A trained classifier stays silent where none of its sounds is heard.
@Suite struct UnheardSoundTests {
  private static let sampleRate = 16_000

  /// The highest confidence of a label other than background in any window of a recording.
  private static func highest(_ samples: [Float], _ model: MLModel) throws -> Float {
    let folder = try TemporaryFolder()
    return try highest(
      in: WaveFile(sampleRate: sampleRate, mono: samples).write(to: folder.url), model)
  }

  private static func highest(in url: URL, _ model: MLModel) throws -> Float {
    let request = try SNClassifySoundRequest(mlModel: model)
    request.overlapFactor = 0
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let recorder = ScoreRecorder()
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    if let failure = recorder.failure { throw failure }
    try #require(!recorder.scores.isEmpty)
    let heard = request.knownClassifications.indices.filter {
      request.knownClassifications[$0] != "background"
    }
    return recorder.scores.reduce(0) { highest, scores in
      heard.reduce(highest) { max($0, scores[$1]) }
    }
  }

  /// Pink noise by another way than the trained one: octaves of white noise, each held twice as long.
  private static func pinkNoise(seconds: Int, seed: UInt32) -> [Float] {
    var noise = [Float](repeating: 0, count: seconds * sampleRate)
    for octave in 0..<10 {
      let step = 1 << octave
      let values = Signals.noise(count: noise.count / step + 2, seed: seed &+ UInt32(octave))
      for index in noise.indices { noise[index] += values[(index + octave) / step] * 0.1 }
    }
    return noise
  }

  /// The model as users have it: read from its file.
  private static func written(_ classifier: MLSoundClassifier) throws -> MLModel {
    try MLModel(specification: classifier.specification(nil), name: "the written model")
  }

  @Test func tenMinutesOfPinkNoiseAndSilence() throws {
    let classifier = try TrainingClips.trained.get()
    let model = try Self.written(classifier)
    for minute in 0..<10 {
      let noise = Self.pinkNoise(seconds: 60, seed: UInt32(1000 * minute + 77))
      #expect(try Self.highest(noise, model) < 0.5, "minute \(minute)")
    }
    let silence = [Float](repeating: 0, count: 30 * Self.sampleRate)
    #expect(try Self.highest(silence, model) < 0.5)
    #expect(classifier.falseAlarms(but: "clicks") == [])
    #expect(classifier.falseAlarmsPerHour(threshold: 0) > 0)
  }

  @Test func oneRecordingALabelIsNotSureOfNoise() throws {
    let classifier = try TrainingClips(counts: ["tone": 1, "chirp": 1, "clicks": 1]).train()
    let model = try Self.written(classifier)
    #expect(try Self.highest(Self.pinkNoise(seconds: 30, seed: 5), model) < 0.5)
    #expect(try Self.highest(Array(repeating: 0, count: 80_000), model) < 0.5)
  }
}
