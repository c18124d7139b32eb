package import SoundAnalysis

extension UnheardSpan {
  /// Takes a stretch that an analyzer noticed, and what it found wrong with the recording.
  package init(_ stretch: UnheardStretch, defects: AudioDefects) {
    self.init(
      startFrame: stretch.frames.lowerBound, endFrame: stretch.frames.upperBound,
      reason: stretch.reason.rawValue,
      heardUpTo: stretch.reason == .lowBandwidth ? defects.lowLimit : nil)
  }
}
