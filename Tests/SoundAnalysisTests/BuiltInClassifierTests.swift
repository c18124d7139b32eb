import Foundation
import SoundAnalysis
import TestSupport
import Testing

@Suite struct BuiltInClassifierTests {
  static let signals: [(name: String, samples: [Float])] = [
    ("SINE", Signals.sine(frequency: 440, sampleRate: 16_000, count: 15_600)),
    ("CHIRP", Signals.chirp()),
    ("LCG", Signals.noise(count: 15_600)),
  ]

  /// The values come from a NumPy front end and network (Training/write_check_values.py).
  @Test(arguments: signals.indices)
  func confidencesAreThoseOfTheReference(index: Int) throws {
    let (name, samples) = Self.signals[index]
    let fixture = try #require(
      Bundle.module.url(forResource: "Fixtures/version1-check", withExtension: "json"))
    let values = try JSONDecoder().decode(
      [String: [Double]].self, from: Data(contentsOf: fixture))
    let expected = try #require(values[name])

    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(value: 15_600, timescale: 16_000)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()

    let result = try #require(recorder.results.first)
    #expect(recorder.results.count == 1)
    for (label, confidence) in zip(request.knownClassifications, expected) {
      let ours = try #require(result.classification(forIdentifier: label)).confidence
      #expect(abs(ours - confidence) < 1e-3, "\(label): \(ours), expected \(confidence)")
    }
  }

  @Test func knowsThe303Labels() throws {
    let labels = try SNClassifySoundRequest(classifierIdentifier: .version1).knownClassifications
    #expect(labels.count == 303)
    #expect(Set(labels).count == 303)
    for label in ["speech", "music", "dog_bark", "baby_crying", "silence", "laughter"] {
      #expect(labels.contains(label))
    }
  }

  @Test func digitalSilenceIsSilence() throws {
    let folder = try TemporaryFolder()
    let file = try WaveFile(
      sampleRate: 16_000, mono: Array(repeating: 0, count: 16_000 * 7)
    ).write(to: folder.url)
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.results.count == 3)
    for result in recorder.results {
      #expect(result.classifications.first?.identifier == "silence")
      for other in result.classifications.dropFirst() { #expect(other.confidence < 0.5) }
    }
  }
}
