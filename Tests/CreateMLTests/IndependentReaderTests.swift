import Foundation
import SoundAnalysis
import TestSupport
import Testing

@testable import CreateML

/// coremltools reads a trained model, and its head gives the same probabilities there.
@Suite struct IndependentReaderTests {
  private struct Expected: Encodable {
    let labels: [String]
    let metadata: [String: String]
    let features: [Float]
    let probabilities: [Double]
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func coremltoolsReadsTheFile() throws {
    let classifier = try TrainingClips.trained.get()
    let folder = try TemporaryFolder()
    let file = folder.file("Mine.mlmodel")
    try classifier.write(to: file)
    let extraction = try FeatureExtraction(windowDuration: 0.975, overlapFactor: 0.5)
    let heard = try extraction.hear([.pink(level: -20)], seed: 3, seconds: 1)[0]
    let features = Array(heard.features.prefix(extraction.network.featureCount))
    let entries = try MLModel(contentsOf: file).modelDescription.metadata[.creatorDefinedKey]
    let expected = Expected(
      labels: classifier.trained.labels, metadata: try #require(entries as? [String: String]),
      features: features, probabilities: classifier.trained.head.probabilities(features)[0])
    try JSONEncoder().encode(expected).write(to: folder.file("expected.json"))

    let process = Process()
    process.executableURL = Self.root.appendingPathComponent("Scripts/test-trained-model.sh")
    process.arguments = [file.path, folder.file("expected.json").path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
