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
  private let cut: WindowWalk.Cut
  private let sampleRate: Double
  private let tail: TailHandling
  private var origin: Int64
  private var walk: WindowWalk
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
  ///   - gateLevel: the level in dBFS below which a window is silent; nil for none.
  init(
    classifier: Classifier, settings: SNClassifySoundRequest.Settings, sampleRate: Double,
    origin: Int64, tail: TailHandling = .drop, gathersWindows: Bool = false,
    gateLevel: Double? = nil
  ) throws {
    self.classifier = classifier
    let windowDuration = settings.windowDuration.seconds
    let shape = classifier.inputShape(windowDuration: windowDuration)
    scorer = try profile.measure(.network) { () throws(any Error) in
      try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
    }
    cut = WindowWalk.Cut(
      windowDuration: windowDuration, overlapFactor: settings.overlapFactor,
      rowsPerWindow: Self.rowCount(of: shape), keepsLastWindow: tail == .align,
      gateLevel: gateLevel)
    walk = try Self.makeWalk(cut, for: classifier, sampleRate: sampleRate)
    scores = Array(repeating: 0, count: classifier.labels.count)
    if gathersWindows { batch = WindowBatch(classifier, shape: shape) }
    self.tail = tail
    self.sampleRate = sampleRate
    self.origin = origin
  }

  /// Forgets what was heard and begins anew at another position.
  func restart(at origin: Int64) throws {
    walk = try Self.makeWalk(cut, for: classifier, sampleRate: sampleRate)
    self.origin = origin
  }

  /// The end of the next window, in the client's frames: no earlier result will follow.
  var nextEnd: Int64 { origin + walk.next.upperBound }

  /// Takes the next samples and hands on what the windows that they complete give.
  func append(_ samples: Span<Float>, handler: (Outcome, _ end: Int64) -> Void) {
    walk.append(samples)
    scoreWholeWindows(mayWait: true, handler)
  }

  /// Ends the stream; what the last whole window did not reach is heard as the tail's handling says.
  func finish(handler: (Outcome, _ end: Int64) -> Void) {
    guard !walk.hasEnded else { return }
    walk.finish()
    scoreWholeWindows(mayWait: false, handler)
    if walk.takenEnd < walk.frameCount, let outcome = hearTail() {
      handler(outcome, origin + walk.frameCount)
    }
  }

  /// Hears the sound after the last whole window; nil where it is dropped or too short.
  private func hearTail() -> Outcome? {
    let (frameCount, length) = (walk.frameCount, walk.windowFrameCount)
    switch tail {
    case .drop: return nil
    case .align where frameCount >= length:
      return outcome(of: frameCount - length..<frameCount, fit: .aligned)
    case .align:
      return Double(frameCount) / sampleRate < Self.shortestSound ? nil : hearShort()
    case .pad:
      guard Double(frameCount) / sampleRate >= Self.shortestSound else { return nil }
      return outcome(of: walk.next.lowerBound..<frameCount, fit: .padded)
    }
  }

  /// Hears a stream that is shorter than one window, with the shortest window that holds it.
  private func hearShort() -> Outcome {
    let frames = 0..<walk.frameCount
    let duration = Double(walk.frameCount) / sampleRate
    let window = classifier.windowDurationConstraint.shortestDuration(holding: duration)
    let fit: WindowFit = window <= duration + 0.5 / sampleRate ? .short : .padded
    if walk.isQuiet(frames, isLast: true) { return silence(in: frames, fit: fit) }
    do {
      let shape = classifier.inputShape(windowDuration: window)
      let scorer = try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
      return score(frames, fit: fit, with: scorer, rowCount: Self.rowCount(of: shape))
    } catch {
      return .failure(error)
    }
  }

  /// Less sound than this, in seconds, is one spectrum at most, and no sound to speak of.
  package static let shortestSound = 0.025

  private static func rowCount(of shape: [Int]) -> Int { shape.count == 1 ? shape[0] : shape[1] }

  private static func makeWalk(
    _ cut: WindowWalk.Cut, for classifier: Classifier, sampleRate: Double
  ) throws(SampleRateError) -> WindowWalk {
    let track = try FeatureTrack(
      input: classifier.input, sampleRate: sampleRate, modelSampleRate: classifier.sampleRate)
    return WindowWalk(cut, track, sampleRate: sampleRate)
  }

  /// Scores the windows that are whole.
  ///
  /// - Parameter mayWait: whether windows that do not fill a batch may wait for more sound.
  private func scoreWholeWindows(
    mayWait: Bool, _ handler: (Outcome, _ end: Int64) -> Void
  ) {
    while let window = walk.wholeWindow() {
      if !walk.isQuiet(window), let batch {
        if batch.isReady(profile) {
          if walk.wholeWindow(after: WindowBatch.windowCount - 1) == nil {
            if mayWait { break }
          } else if scoreBatch(batch, handler) {
            continue
          }
        }
        batch.noteSingle()
      }
      let outcome = outcome(of: window, fit: .whole)
      walk.advance()
      handler(outcome, origin + window.upperBound)
    }
    walk.discard()
  }

  /// Scores a batch of windows, which are whole; false where one of them is quiet.
  private func scoreBatch(
    _ batch: WindowBatch, _ handler: (Outcome, _ end: Int64) -> Void
  ) -> Bool {
    let places = 0..<WindowBatch.windowCount
    for index in places {
      guard let window = walk.wholeWindow(after: index), !walk.isQuiet(window) else { return false }
      walk.withRows(of: window) { batch.setInput(index, $0) }
    }
    let failure = batch.score(profile)
    for index in places {
      let window = walk.next
      let outcome: Outcome =
        if let failure { .failure(failure) } else {
          .result(result(of: batch.scores(index), window, fit: .whole))
        }
      walk.advance()
      handler(outcome, origin + window.upperBound)
    }
    return true
  }

  /// Hears a window alone.
  private func outcome(of window: Range<Int64>, fit: WindowFit) -> Outcome {
    walk.isQuiet(window, isLast: fit != .whole)
      ? silence(in: window, fit: fit) : score(window, fit: fit, with: scorer)
  }

  private func score(
    _ window: Range<Int64>, fit: WindowFit, with scorer: Scorer, rowCount: Int? = nil
  ) -> Outcome {
    do {
      try walk.withRows(of: window, count: rowCount) { input in try score(input, with: scorer) }
    } catch {
      return .failure(error)
    }
    return .result(result(of: scores, window, fit: fit))
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

  /// What is told of a window that stays below the level gate: `silence`, where the model knows it, and no sound.
  private func silence(in window: Range<Int64>, fit: WindowFit) -> Outcome {
    let scores = classifier.labels.map { $0 == Self.silenceLabel ? Float(1) : 0 }
    return .result(result(of: scores, window, fit: fit, isQuiet: true))
  }

  private static let silenceLabel = "silence"

  private func result(
    of scores: [Float], _ window: Range<Int64>, fit: WindowFit, isQuiet: Bool = false
  ) -> SNClassificationResult {
    let start = CMTime(frame: origin + window.lowerBound, sampleRate: sampleRate)
    let duration = CMTime(frame: Int64(window.count), sampleRate: sampleRate)
    return SNClassificationResult(
      scores: scores, labels: classifier.labels,
      timeRange: CMTimeRange(start: start, duration: duration), fit: fit, isQuiet: isQuiet)
  }
}
