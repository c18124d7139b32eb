/// What the analysis of one recording sends to the thread that tells the user.
enum BatchItem: Sendable {
  /// A step of the report that holds all recordings.
  case step(ReportStep)

  /// A line for the user.
  case message(String)

  /// The end of the recording.
  case outcome(BatchOutcome)

  /// About how many bytes it takes while it waits.
  var cost: Int {
    switch self {
    case .step(let step): step.cost
    case .message(let line): 64 + line.utf8.count
    case .outcome: 256
    }
  }
}

/// What became of one recording.
enum BatchOutcome: Equatable, Sendable {
  /// Its results are written.
  case done

  /// Its results were there already.
  case kept

  /// It was found in a folder and is no recording.
  case skipped

  /// The run was interrupted before anything of it was heard.
  case unbegun

  /// It could not be analysed, or not to its end.
  ///
  /// - Parameters:
  ///   - sentence: what failed, in one line.
  ///   - heardSeconds: how much of it was heard before; nil where it was not opened.
  case failed(sentence: String, heardSeconds: Double?)

  /// Whether it failed.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
