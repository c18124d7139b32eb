import AVFAudio
import Foundation
import SoundAnalysis
import Testing

/// The accuracy that the model card states, found again with this runtime.
///
/// The clips lie beside a working copy of the project, not in it; elsewhere the suite is skipped.
@Suite(.enabled(if: EvaluationClips.arePresent, "no labelled clips beside the project"))
struct EvaluationClipsTests {
  /// A clip's score is the mean over its windows of 3 s, half a window apart; any accepted identifier is a hit.
  @Test func accuracyIsThatOfTheModelCard() throws {
    let clips = try EvaluationClips.read()
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    let known = Set(request.knownClassifications)
    var first = 0
    var third = 0
    for clip in clips {
      #expect(known.isSuperset(of: clip.accepted), "\(clip.url.lastPathComponent)")
      let ranking = try Self.ranking(of: clip)
      if clip.accepted.contains(ranking[0]) { first += 1 }
      if !clip.accepted.isDisjoint(with: ranking[..<3]) { third += 1 }
    }
    let figures = /\| 3 s windows \| ([0-9.]+) \/ ([0-9.]+) \//
    let card = try #require(try EvaluationClips.modelCard().firstMatch(of: figures))
    let clipCount = Double(clips.count)
    // One clip on the edge, and the rounding of the card's three digits.
    let tolerance = 1 + 0.0005 * clipCount
    for (hits, stated) in [(first, card.1), (third, card.2)] {
      let expected = try #require(Double(stated)) * clipCount
      #expect(
        abs(Double(hits) - expected) <= tolerance,
        "\(hits) of \(clips.count), the card says \(stated)")
    }
  }

  /// NumPy computed what is compared here (Training/write_check_values.py): one window a clip.
  @Test func confidencesOfTwentyClipsAreThoseOfTheReference() throws {
    let fixture = try #require(
      Bundle.module.url(forResource: "Fixtures/version1-clips", withExtension: "json"))
    let values = try JSONDecoder().decode(
      [String: [Double]].self, from: Data(contentsOf: fixture))
    #expect(values.count == 20)
    let labels = try SNClassifySoundRequest(classifierIdentifier: .version1).knownClassifications
    for (name, expected) in values {
      let result = try #require(
        try Self.results(of: EvaluationClips.url(of: name), longestWindow: 15).first)
      for (label, confidence) in zip(labels, expected) {
        let ours = try #require(result.classification(forIdentifier: label)).confidence
        #expect(abs(ours - confidence) < 1e-3, "\(name), \(label): \(ours), not \(confidence)")
      }
    }
  }

  /// The identifiers of a clip, the likeliest first.
  private static func ranking(of clip: EvaluationClips.Clip) throws -> [String] {
    var sums: [String: Double] = [:]
    for classification in try results(of: clip.url, longestWindow: 3).flatMap(\.classifications) {
      sums[classification.identifier, default: 0] += classification.confidence
    }
    return sums.sorted { $0.value > $1.value }.map(\.key)
  }

  /// The windows of a clip, which are as long as the clip and at most `longestWindow` seconds.
  private static func results(
    of url: URL, longestWindow: Double
  ) throws -> [SNClassificationResult] {
    let file = try AVAudioFile(forReading: url)
    let format = file.processingFormat
    let shortest = AVAudioFramePosition(0.975 * format.sampleRate)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: format, frameCapacity: AVAudioFrameCount(max(file.length, shortest))))
    try file.read(into: buffer)
    buffer.frameLength = buffer.frameCapacity  // a new buffer holds zeros beyond what was read

    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(
      value: min(Int64(buffer.frameLength), Int64(longestWindow * format.sampleRate)),
      timescale: Int32(format.sampleRate))
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze(buffer, atAudioFramePosition: 0)
    analyzer.completeAnalysis()
    try #require(!recorder.results.isEmpty, "\(url.lastPathComponent)")
    return recorder.results
  }
}

/// The labelled clips beside the project.
enum EvaluationClips {
  struct Clip {
    var url: URL
    var accepted: Set<String>
  }

  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = project.deletingLastPathComponent()
    .appendingPathComponent("shared/eval-open")
  private static let list = folder.appendingPathComponent("labels.csv")

  private static let heard = project.appendingPathComponent("Training/labels/heard-clips.csv")

  static var arePresent: Bool { FileManager.default.isReadableFile(atPath: list.path) }

  static func url(of name: String) -> URL { folder.appendingPathComponent(name) }

  /// The rows of labels.csv: file, accepted identifiers separated by spaces, and columns that do not matter here.
  ///
  /// Clips that the training has heard are left out.
  static func read() throws -> [Clip] {
    let heard = Set(try rows(of: heard).map { $0[0] })
    return try rows(of: list).filter { !heard.contains($0[0]) }.map { fields in
      Clip(
        url: url(of: String(fields[0])),
        accepted: Set(fields[1].split(separator: " ").map(String.init)))
    }
  }

  /// The first two fields of a table's rows, and the rest of each row.
  private static func rows(of table: URL) throws -> [[Substring]] {
    try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
      .map { line in
        let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        try #require(fields.count == 3, "\(line)")
        return fields
      }
  }

  static func modelCard() throws -> String {
    try String(
      contentsOf: project.appendingPathComponent("Documentation/Model.md"), encoding: .utf8)
  }
}
