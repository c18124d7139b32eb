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
  private let tail: TailHandling
  private var origin: Int64
  private var slicer: WindowSlicer
  private var track: FeatureTrack
  private var frameCount: Int64 = 0

  /// Where the last window that was heard ended.
  private var heardEnd: Int64 = 0
  private var scores: [Float]
  private let profile = TimeProfile.current

  /// Prepares the way for one stream.
  ///
  /// - Parameters:
  ///   - classifier: the model.
  ///   - settings: how windows are cut.
  ///   - sampleRate: the client's, in Hz.
  ///   - origin: the client's position of the first frame.
  ///   - tail: what becomes of the sound after the last whole window.
  init(
    classifier: Classifier, settings: SNClassifySoundRequest.Settings, sampleRate: Double,
    origin: Int64, tail: TailHandling = .drop
  ) throws {
    self.classifier = classifier
    let windowDuration = settings.windowDuration.seconds
    let shape = classifier.inputShape(windowDuration: windowDuration)
    scorer = try profile.measure(.network) { () throws(any Error) in
      try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
    }
    track = try Self.makeTrack(for: classifier, sampleRate: sampleRate)
    rowsPerWindow = shape.count == 1 ? shape[0] : shape[1]
    grid = WindowSlicer(
      windowDuration: windowDuration, overlapFactor: settings.overlapFactor, sampleRate: sampleRate)
    slicer = grid
    scores = Array(repeating: 0, count: classifier.labels.count)
    self.tail = tail
    self.sampleRate = sampleRate
    self.origin = origin
  }

  /// Forgets what was heard and begins anew at another position.
  func restart(at origin: Int64) throws {
    track = try Self.makeTrack(for: classifier, sampleRate: sampleRate)
    slicer = grid
    frameCount = 0
    heardEnd = 0
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

  /// Ends the stream; what the last whole window did not reach is heard as the tail's handling says.
  func finish(handler: (Outcome, _ end: Int64) -> Void) {
    track.finish()
    while slicer.next.upperBound <= frameCount {
      track.pad(toRow: track.row(atClientFrame: slicer.next.lowerBound) + rowsPerWindow)
      scoreWholeWindows(handler)
    }
    if heardEnd < frameCount, let outcome = hearTail() { handler(outcome, origin + frameCount) }
    heardEnd = frameCount
  }

  /// Hears the sound after the last whole window; nil where it is dropped or too short.
  private func hearTail() -> Outcome? {
    let length = grid.windowFrameCount
    switch tail {
    case .drop: return nil
    case .align where frameCount >= length:
      return score(frameCount - length..<frameCount, rowCount: rowsPerWindow, fit: .aligned)
    case .align:
      return Double(frameCount) / sampleRate < Self.shortestSound ? nil : hearShort()
    case .pad:
      guard Double(frameCount) / sampleRate >= Self.shortestSound else { return nil }
      return score(
        slicer.next.lowerBound..<frameCount, rowCount: rowsPerWindow, fit: .padded)
    }
  }

  /// Hears a stream that is shorter than one window, with the shortest window that holds it.
  private func hearShort() -> Outcome {
    let duration = Double(frameCount) / sampleRate
    let window = classifier.windowDurationConstraint.shortestDuration(holding: duration)
    let isWhole = window <= duration + 0.5 / sampleRate
    do {
      let shape = classifier.inputShape(windowDuration: window)
      let scorer = try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
      return score(
        0..<frameCount, rowCount: shape.count == 1 ? shape[0] : shape[1],
        fit: isWhole ? .short : .padded, scorer: scorer)
    } catch {
      return .failure(error)
    }
  }

  /// Scores a window at the end of the stream; rows that do not exist are silence.
  private func score(
    _ window: Range<Int64>, rowCount: Int, fit: WindowFit, scorer: Scorer? = nil
  ) -> Outcome {
    let firstRow = track.row(atClientFrame: window.lowerBound)
    track.pad(toRow: firstRow + rowCount)
    return score(window, rows: firstRow..<(firstRow + rowCount), fit: fit, scorer: scorer)
  }

  /// Less sound than this, in seconds, is one spectrum at most, and no sound to speak of.
  package static let shortestSound = 0.025

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
      heardEnd = window.upperBound
      discardRows()
      handler(outcome, origin + window.upperBound)
    }
    discardRows()
  }

  /// Forgets the rows that no later window needs, be it the one that is moved back from the end.
  private func discardRows() {
    let next = slicer.next.lowerBound
    let last = tail == .align ? max(0, frameCount - grid.windowFrameCount) : next
    track.discard(before: track.row(atClientFrame: min(next, last)))
  }

  private func score(_ input: Span<Float>, with scorer: Scorer) throws {
    var values: [Float] = []
    swap(&values, &scores)
    defer { swap(&values, &scores) }
    var output = values.mutableSpan
    try profile.measure(.network) { () throws(any Error) in
      try scorer.score(input, into: &output)
    }
  }

  private func score(
    _ window: Range<Int64>, rows: Range<Int>, fit: WindowFit = .whole, scorer: Scorer? = nil
  ) -> Outcome {
    do {
      try track.history.withRows(rows) { input in try score(input, with: scorer ?? self.scorer) }
    } catch {
      return .failure(error)
    }
    let start = CMTime(frame: origin + window.lowerBound, sampleRate: sampleRate)
    let duration = CMTime(frame: Int64(window.count), sampleRate: sampleRate)
    return .result(
      SNClassificationResult(
        scores: scores, labels: classifier.labels,
        timeRange: CMTimeRange(start: start, duration: duration), fit: fit))
  }
}
