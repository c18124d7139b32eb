package import SoundAnalysis

extension ScoredWindow {
  /// Takes a classifier's result; frames count at the timescale of its time range.
  ///
  /// Analyzers give results at the client's sample rate, so that a tick of their time is a frame.
  /// - Returns: nil for a result whose time is no number or holds no frame.
  package init?(_ result: SNClassificationResult) {
    let range = result.timeRange
    let scale = range.start.timescale
    guard range.start.isNumeric, range.duration.isNumeric, scale > 0 else { return nil }
    let end = CMTimeConvertScale(range.end, timescale: scale, method: .default)
    guard end.isNumeric, end.value > range.start.value else { return nil }
    self.init(
      startFrame: range.start.value, endFrame: end.value, scores: result.scores,
      isPadded: result.isPadded)
  }
}
