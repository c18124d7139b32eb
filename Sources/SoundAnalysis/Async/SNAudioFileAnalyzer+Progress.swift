public import CoreMedia

extension SNAudioFileAnalyzer {
  /// How long the file is, in its own frames; indefinite where nobody knows, as for a pipe. Ours.
  ///
  /// Some compressed files do not say; then it is an estimate, until the file was analysed to its end.
  public var duration: CMTime {
    let count = totalFrameCount
    return count < 0 ? .indefinite : CMTime(frame: count, sampleRate: sampleRate)
  }

  /// The share of what is to be heard that the last analysis has heard, 0...1; nil where nobody knows
  /// how long that is.
  package var heardShare: Double? {
    let frames = listening.frames(sampleRate: sampleRate)
    let count = totalFrameCount
    let end = count < 0 ? frames.upperBound : min(frames.upperBound, count)
    guard end < .max, end > frames.lowerBound else { return nil }
    let heard = heardFrameCount - frames.lowerBound
    return min(1, Double(max(0, heard)) / Double(end - frames.lowerBound))
  }

  /// Sets the progress of an analysis to frames.
  func advanceProgress(to frame: Int64) { progress.completedUnitCount = frame }

  /// Sets the progress to its end, at the length that was found.
  func completeProgress(at frame: Int64) {
    progress.totalUnitCount = frame
    progress.completedUnitCount = frame
  }
}
