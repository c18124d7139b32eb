import Foundation
import TestSupport

@testable import CreateML

/// Labelled recordings that tests make themselves: tones, chirps and trains of clicks.
final class TrainingClips {
  static let labels = ["chirp", "clicks", "tone"]

  private static let sampleRate = 16_000

  let folder: TemporaryFolder

  /// Makes a folder for each label, with so many recordings of some length in seconds.
  init(counts: [String: Int], seconds: Double = 1.2) throws {
    folder = try TemporaryFolder()
    for (label, count) in counts {
      for number in 0..<count {
        try write(Self.samples(label, number, seconds: seconds), to: label, "\(number).wav")
      }
    }
  }

  /// The recordings as training data.
  var source: MLSoundClassifier.DataSource { .labeledDirectories(at: folder.url) }

  /// Writes one more recording.
  @discardableResult
  func write(_ samples: [Float], to label: String, _ name: String) throws -> URL {
    let place = folder.file(label)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return try WaveFile(sampleRate: Self.sampleRate, mono: samples).write(to: place, name: name)
  }

  /// One recording of a label; each number is another one.
  static func samples(_ label: String, _ number: Int, seconds: Double) -> [Float] {
    let count = Int(seconds * Double(sampleRate))
    let loudness = 0.1 + 0.04 * Double(number % 10)
    var samples = Signals.noise(count: count, seed: UInt32(7 * number + 1)).map { $0 * 0.01 }
    let pitch = 250 * pow(2, Double(number % 17) / 5)
    for index in 0..<count {
      let time = Double(index) / Double(sampleRate)
      let phase = (time * (2 + 0.2 * Double(number % 5))).truncatingRemainder(dividingBy: 1)
      let value: Double
      switch label {
      case "chirp": value = sin(2 * .pi * (pitch * time + 1500 * phase * phase))
      case "clicks":
        let rate = 5 + Double(number % 9)
        value = (time * rate).truncatingRemainder(dividingBy: 1) * 16_000 < 24 * rate ? 2 : 0
      default: value = sin(2 * .pi * pitch * time) + 0.5 * sin(4 * .pi * pitch * time)
      }
      samples[index] += Float(loudness * value)
    }
    return samples
  }

  /// A classifier of twenty recordings a label, trained once for all tests.
  static let trained = Result {
    try TrainingClips(counts: ["tone": 20, "chirp": 20, "clicks": 20]).train()
  }

  /// Trains a classifier on the recordings, which are there until it is done.
  func train() throws -> MLSoundClassifier {
    try withExtendedLifetime(self) { try MLSoundClassifier(trainingData: source) }
  }
}

extension MLSoundClassifier {
  /// The labels that are reported where nothing of note is heard, with how often in an hour.
  ///
  /// - Parameter label: one that does not count. Among the sounds by which false alarms are counted
  ///   are clicks: who trained on clicks hears them there, and rightly.
  func falseAlarms(but label: String) -> [String] {
    trained.falseAlarms.perHour(threshold: 0.5).filter { $0.label != label && $0.rate > 0 }
      .map { "\($0.label): \($0.rate)" }
  }
}
