import AVFAudio

/// How far the analyses of a file analyzer have come.
struct FileAnalysisState: ~Copyable, Sendable {
  /// Analyses asked for so far; each gets the next number.
  var lastNumber = 0

  /// Analyses up to this number are cancelled.
  var cancelledThrough = 0

  /// Analyses asked for and not yet ended.
  var unfinished = 0

  /// Frames that the last analysis has taken in.
  var frameCount: Int64 = 0

  /// The thread of the analysis that runs now.
  var thread: ObjectIdentifier?

  /// What the last analysis found wrong with the recording.
  var defects = AudioDefects()

  /// The frames of the whole file, once an analysis has come to its end.
  var wholeFrameCount: Int64?

  /// What that analysis reads from.
  var reader: DecodeAhead?

  /// What the last analysis noticed.
  var log: ListeningLog?
}
