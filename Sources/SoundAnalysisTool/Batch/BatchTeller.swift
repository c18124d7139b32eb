import SoundAnalysis

/// Tells the user how a run goes: messages, progress, what failed, and at the end what came of it.
final class BatchTeller {
  /// How the run shall be spoken of.
  struct Manner {
    /// Hidden and special files that were not looked at.
    var hiddenCount = 0

    /// Whether the end is worth a word though all went well.
    var summarizes = false
  }

  /// How many recordings came to which end.
  private(set) var counts = BatchCounts()

  private let console: Console
  private let line: ProgressLine
  private let progress: BatchProgress
  private let failures: FailureList?
  private let manner: Manner
  private var hasToldInterruption = false

  /// Tells of a run from its beginning.
  ///
  /// - Parameter failures: gets what failed; nil for no list.
  init(
    console: Console, line: ProgressLine, progress: BatchProgress, failures: FailureList?,
    manner: Manner
  ) {
    self.console = console
    self.line = line
    self.progress = progress
    self.failures = failures
    self.manner = manner
  }

  /// Passes on a line for the user.
  func pass(_ message: String) {
    line.clear()
    console.pass(message)
  }

  /// Takes what became of a recording.
  func take(_ outcome: BatchOutcome, of input: BatchInput) throws(OutputError) {
    counts.add(outcome)
    if case .failed(let sentence, let heardSeconds) = outcome {
      try fail(input.path, sentence, heardSeconds: heardSeconds)
    }
  }

  /// The most failures that are told one by one.
  private static let mostMessages = 100

  /// Tells of a failure.
  ///
  /// - Parameter heardSeconds: how much of it was heard before; nil where it was not opened.
  func fail(
    _ path: Argument, _ sentence: String, heardSeconds: Double? = nil
  ) throws(OutputError) {
    counts.failureCount += 1
    try failures?.add(path, sentence, heardSeconds: heardSeconds)
    guard counts.failureCount <= Self.mostMessages + 1 else { return }
    line.clear()
    if counts.failureCount <= Self.mostMessages {
      console.say(sentence)
    } else {
      let hint = failures == nil ? "; --failures FILE would list them all" : ""
      console.say("more than \(Self.mostMessages) failures; the rest is only counted\(hint)")
    }
  }

  /// Shows how far the run is.
  func tick(_ interruption: Interruption) {
    if interruption.stage == .finishing, !hasToldInterruption {
      hasToldInterruption = true
      line.clear()
      console.say("finishing the files in hand; another Ctrl-C ends them where they are")
    }
    line.update { progress.snapshot }
  }

  /// Completes the list of failures and sums up.
  ///
  /// - Parameter unbegunCount: the recordings that were never begun.
  func end(unbegunCount: Int) throws(OutputError) {
    counts.unbegunCount += unbegunCount
    summarize()
    try failures?.commit()
    guard let profile = TimeProfile.current else { return }
    for text in TimeTable.lines(profile, heardSeconds: progress.snapshot.heardSeconds) {
      console.pass(text + "\n")
    }
  }

  /// Does the same for a run that cannot go on: what is known to have failed is of use all the same.
  ///
  /// - Parameter inputCount: the recordings of the run.
  func end(because error: OutputError, inputCount: Int) {
    line.clear()
    // Before anything is known, the list of an earlier run says more.
    if counts.endedCount + counts.failureCount > 0 {
      do throws(OutputError) {
        try failures?.commit()
      } catch let other {
        if other != error { console.say(other.description) }
      }
    }
    // Who closed the pipe wants to hear nothing more.
    if error == .closedPipe { return }
    if inputCount > 1 { counts.unfinishedCount = inputCount - counts.endedCount }
    summarize()
  }

  private func summarize() {
    line.clear()
    let needsWord =
      manner.summarizes || counts.unbegunCount + counts.unfinishedCount > 0
      || counts.failureCount > Self.mostMessages
    guard needsWord else { return }
    let snapshot = progress.snapshot
    let speed = ProgressLine.speed(
      heardSeconds: snapshot.heardSeconds, elapsed: line.elapsed - snapshot.otherSeconds)
    console.say(
      counts.sentence(hiddenCount: manner.hiddenCount)
        + (snapshot.heardSeconds > 0 ? "; \(speed)" : ""))
  }
}
