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
  private var batch: WindowBatch?
  private let profile = TimeProfile.current

  /// Prepares the way for one stream.
  ///
  /// - Parameters:
  ///   - classifier: the model.
  ///   - settings: how windows are cut.
  ///   - sampleRate: the client's, in Hz.
  ///   - origin: the client's position of the first frame.
  ///   - tail: what becomes of the sound after the last whole window.
  ///   - gathersWindows: whether a result may wait until windows can be scored together.
  init(
    classifier: Classifier, settings: SNClassifySoundRequest.Settings, sampleRate: Double,
    origin: Int64, tail: TailHandling = .drop, gathersWindows: Bool = false
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
    if gathersWindows { batch = WindowBatch(classifier, shape: shape) }
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
    scoreWholeWindows(mayWait: true, handler)
  }

  /// Ends the stream; what the last whole window did not reach is heard as the tail's handling says.
  func finish(handler: (Outcome, _ end: Int64) -> Void) {
    track.finish()
    scoreWholeWindows(mayWait: false, handler)
    while slicer.next.upperBound <= frameCount {
      track.pad(toRow: track.row(atClientFrame: slicer.next.lowerBound) + rowsPerWindow)
      scoreWholeWindows(mayWait: false, handler)
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

  /// Scores the windows that are whole.
  ///
  /// - Parameter mayWait: whether windows that do not fill a batch may wait for more sound.
  private func scoreWholeWindows(
    mayWait: Bool, _ handler: (Outcome, _ end: Int64) -> Void
  ) {
    while let window = wholeWindow(slicer) {
      if batch?.isReady(profile) == true {
        if scoreBatch(handler) { continue }
        if mayWait { break }
      }
      batch?.noteSingle()
      let outcome = score(window, rows: rows(of: window))
      slicer.advance()
      heardEnd = window.upperBound
      discardRows()
      handler(outcome, origin + window.upperBound)
    }
    discardRows()
  }

  /// The next window of a slicer, if all of its rows are there.
  private func wholeWindow(_ slicer: WindowSlicer) -> Range<Int64>? {
    let window = slicer.next
    guard window.upperBound <= frameCount, rows(of: window).upperBound <= track.history.endRow
    else { return nil }
    return window
  }

  private func rows(of window: Range<Int64>) -> Range<Int> {
    let first = track.row(atClientFrame: window.lowerBound)
    return first..<first + rowsPerWindow
  }

  /// Scores a batch of windows; false where there are not enough yet.
  private func scoreBatch(_ handler: (Outcome, _ end: Int64) -> Void) -> Bool {
    guard let batch else { return false }
    var ahead = slicer
    var windows: [Range<Int64>] = []
    while windows.count < WindowBatch.windowCount, let window = wholeWindow(ahead) {
      windows.append(window)
      ahead.advance()
    }
    guard windows.count == WindowBatch.windowCount else { return false }
    for (index, window) in windows.enumerated() {
      track.history.withRows(rows(of: window)) { batch.setInput(index, $0) }
    }
    let failure = batch.score(profile)
    for (index, window) in windows.enumerated() {
      slicer.advance()
      heardEnd = window.upperBound
      discardRows()
      let outcome: Outcome =
        if let failure { .failure(failure) } else {
          .result(result(of: batch.scores(index), window, fit: .whole))
        }
      handler(outcome, origin + window.upperBound)
    }
    return true
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
    return .result(result(of: scores, window, fit: fit))
  }

  private func result(
    of scores: [Float], _ window: Range<Int64>, fit: WindowFit
  ) -> SNClassificationResult {
    let start = CMTime(frame: origin + window.lowerBound, sampleRate: sampleRate)
    let duration = CMTime(frame: Int64(window.count), sampleRate: sampleRate)
    return SNClassificationResult(
      scores: scores, labels: classifier.labels,
      timeRange: CMTimeRange(start: start, duration: duration), fit: fit)
  }
}
