import AVFAudio
import CoreML
import CoreMedia
import Foundation

/// One request's way from samples to results: features, windows, scores, results.
///
/// Not thread-safe; one analysis owns it.
final class ClassificationPipeline {
  /// What became of one window.
  enum Outcome {
    case result(SNClassificationResult)
    case failure(any Error)
  }

  private let classifier: Classifier
  private let scorer: Scorer
  private let rowsPerWindow: Int
  private let sampleRate: Double
  private let grid: WindowSlicer
  private var origin: Int64
  private var slicer: WindowSlicer
  private var track: FeatureTrack
  private var frameCount: Int64 = 0
  private var scores: [Float]

  /// Prepares the way for one stream.
  ///
  /// - Parameters:
  ///   - classifier: the model.
  ///   - settings: how windows are cut.
  ///   - sampleRate: the client's, in Hz.
  ///   - origin: the client's position of the first frame.
  init(
    classifier: Classifier, settings: SNClassifySoundRequest.Settings, sampleRate: Double,
    origin: Int64
  ) throws {
    self.classifier = classifier
    let windowDuration = settings.windowDuration.seconds
    let shape = classifier.inputShape(windowDuration: windowDuration)
    scorer = try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
    track = try Self.makeTrack(for: classifier, sampleRate: sampleRate)
    rowsPerWindow = shape.count == 1 ? shape[0] : shape[1]
    grid = WindowSlicer(
      windowDuration: windowDuration, overlapFactor: settings.overlapFactor, sampleRate: sampleRate)
    slicer = grid
    scores = Array(repeating: 0, count: classifier.labels.count)
    self.sampleRate = sampleRate
    self.origin = origin
  }

  /// Forgets what was heard and begins anew at another position.
  func restart(at origin: Int64) throws {
    track = try Self.makeTrack(for: classifier, sampleRate: sampleRate)
    slicer = grid
    frameCount = 0
    self.origin = origin
  }

  /// The end of the next window, in the client's frames: no earlier result will follow.
  var nextEnd: Int64 { origin + slicer.next.upperBound }

  /// Takes the next samples and hands on what the windows that they complete give.
  func append(_ samples: Span<Float>, handler: (Outcome, _ end: Int64) -> Void) {
    track.append(samples)
    frameCount += Int64(samples.count)
    scoreWholeWindows(handler)
  }

  /// Ends the stream; windows that reach beyond its end are not scored.
  func finish(handler: (Outcome, _ end: Int64) -> Void) {
    track.finish()
    while slicer.next.upperBound <= frameCount {
      track.pad(toRow: track.row(atClientFrame: slicer.next.lowerBound) + rowsPerWindow)
      scoreWholeWindows(handler)
    }
  }

  private static func makeTrack(
    for classifier: Classifier, sampleRate: Double
  ) throws(SampleRateError) -> FeatureTrack {
    try FeatureTrack(
      input: classifier.input, sampleRate: sampleRate, modelSampleRate: classifier.sampleRate)
  }

  private func scoreWholeWindows(_ handler: (Outcome, _ end: Int64) -> Void) {
    while slicer.next.upperBound <= frameCount {
      let window = slicer.next
      let firstRow = track.row(atClientFrame: window.lowerBound)
      guard firstRow + rowsPerWindow <= track.history.endRow else { break }
      let outcome = score(window, rows: firstRow..<(firstRow + rowsPerWindow))
      slicer.advance()
      track.discard(before: track.row(atClientFrame: slicer.next.lowerBound))
      handler(outcome, origin + window.upperBound)
    }
    track.discard(before: track.row(atClientFrame: slicer.next.lowerBound))
  }

  private func score(_ input: Span<Float>) throws {
    var values: [Float] = []
    swap(&values, &scores)
    defer { swap(&values, &scores) }
    var output = values.mutableSpan
    try scorer.score(input, into: &output)
  }

  private func score(_ window: Range<Int64>, rows: Range<Int>) -> Outcome {
    do {
      try track.history.withRows(rows) { input in try score(input) }
    } catch {
      return .failure(error)
    }
    let start = CMTime(frame: origin + window.lowerBound, sampleRate: sampleRate)
    let duration = CMTime(frame: Int64(window.count), sampleRate: sampleRate)
    return .result(
      SNClassificationResult(
        scores: scores, labels: classifier.labels,
        timeRange: CMTimeRange(start: start, duration: duration)))
  }
}
