import CreateML
import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite struct TrainingDataTests {
  @Test func aFolderForEachLabelAtAnyDepth() throws {
    let clips = try TrainingClips(counts: ["tone": 2, "a:b, \"c\" 犬": 1], seconds: 0.1)
    try clips.write([0, 0], to: "tone/deep", "x.wav")
    let files = try LabelledFiles(clips.source)
    #expect(files.labels == ["a:b, \"c\" 犬", "tone"])
    #expect(
      files.entries.map { "\($0.label) \($0.url.lastPathComponent)" } == [
        "0 0.wav", "1 0.wav", "1 1.wav", "1 x.wav",
      ])
  }

  @Test func theLabelOfAFileEndsWithTheFirstPeriod() throws {
    let folder = try TemporaryFolder()
    for name in ["Laughter.3.wav", "Laughter.wav", "Bark_1.wav", ".hidden.wav"] {
      try Data().write(to: folder.file(name))
    }
    let files = try LabelledFiles(.labeledFiles(at: folder.url))
    #expect(files.labels == ["Bark_1", "Laughter"])
    #expect(files.entries.count == 3)
  }

  @Test func anOrderOfTheirOwn() throws {
    let urls = ["b", "a", "c"].map { URL(fileURLWithPath: "/\($0).wav") }
    let files = try LabelledFiles(.filesByLabel(["x": urls + urls, "y": [urls[0]]]))
    #expect(files.entries.map(\.url.path) == ["/a.wav", "/b.wav", "/c.wav", "/b.wav"])
  }

  @Test func whatIsMissingIsSaid() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.file("empty"), withIntermediateDirectories: true)
    let cases: [(MLSoundClassifier.DataSource, String)] = [
      (.labeledDirectories(at: folder.file("nowhere")), "nowhere: found no folder"),
      (.labeledDirectories(at: folder.file("empty")), "empty: found no folders"),
      (.labeledDirectories(at: folder.url), "empty: found no recordings of this label"),
      (.labeledFiles(at: folder.file("empty")), "empty: found no files"),
      (.filesByLabel(["": [folder.url]]), "found the label ''"),
    ]
    for (source, sentence) in cases {
      let error = #expect(throws: MLCreateError.self) { try LabelledFiles(source) }
      #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }
  }

  @Test func everyLabelIsDividedByItself() {
    let labels = Array(repeating: 0, count: 10) + Array(repeating: 1, count: 3) + [2]
    let split = FileSplit(labels, .automatic)
    let counts = (0..<3).map { label in split.validation.count { labels[$0] == label } }
    #expect(counts == [2, 1, 0])
    #expect((split.training + split.validation).sorted() == Array(labels.indices))
    #expect(FileSplit(labels, .automatic).validation == split.validation)
    let others = (0..<5).map { FileSplit(labels, .fixed(ratio: 0.2, seed: $0)).validation }
    #expect(Set(others).count > 1)
    #expect(FileSplit(labels, .fixed(ratio: 0.99, seed: nil)).training.count == 3)
  }

  @Test func backgroundByItsName() {
    for name in ["background", "Background_Noise", "SILENCE", "other", "ambient"] {
      #expect(BackgroundLabel.matches(name), "\(name)")
    }
    for name in ["dog", "noisemaker", "background music", ""] {
      #expect(!BackgroundLabel.matches(name), "\(name)")
    }
  }

  @Test func parametersOutOfRange() {
    let perceptron = MLSoundClassifier.ModelAlgorithmType.transferLearning(
      featureExtractor: .vggish(), classifier: .multilayerPerceptron(layerSizes: [10]))
    let cases: [(MLSoundClassifier.ModelParameters, String)] = [
      (.init(maxIterations: 0), "maxIterations: found 0, expected 1 or more"),
      (.init(overlapFactor: 1), "overlapFactor"), (.init(overlapFactor: .nan), "overlapFactor"),
      (.init(algorithm: perceptron), "multilayer perceptron"),
      (.init(featureExtractionTimeWindowSize: 0.4), "featureExtractionTimeWindowSize"),
      (.init(validation: .split(strategy: .fixed(ratio: 1, seed: 1))), "ratio"),
    ]
    for (parameters, sentence) in cases {
      let error = #expect(throws: MLCreateError.self) { try parameters.check() }
      #expect(error?.description.contains(sentence) == true)
    }
    #expect(throws: Never.self) { try MLSoundClassifier.ModelParameters().check() }
  }
}
