/// How many recordings came to which end.
struct BatchCounts: Equatable, Sendable {
  /// Recordings whose results are new.
  var doneCount = 0

  /// Recordings whose results were there.
  var keptCount = 0

  /// Files that are no recordings.
  var skippedCount = 0

  /// Recordings, and things that were asked for, that failed.
  var failureCount = 0

  /// Recordings that could be opened.
  var openedCount = 0

  /// Recordings that were not begun.
  var unbegunCount = 0

  /// Recordings of which it is known what became of them.
  var endedCount = 0

  /// Recordings that a run left when it had to end.
  var unfinishedCount = 0

  /// Counts a recording; a failure is counted by who tells of it.
  mutating func add(_ outcome: BatchOutcome) {
    endedCount += 1
    switch outcome {
    case .done: doneCount += 1
    case .kept: keptCount += 1
    case .skipped: skippedCount += 1
    case .unbegun: unbegunCount += 1
    case .failed: break
    }
    switch outcome {
    case .skipped, .unbegun, .failed(_, nil): break
    default: openedCount += 1
    }
  }

  /// The counts in words.
  ///
  /// - Parameter hiddenCount: hidden and special files that were not looked at.
  func sentence(hiddenCount: Int) -> String {
    var parts = ["\(doneCount) classified"]
    if keptCount > 0 { parts.append("\(keptCount) kept from before") }
    if failureCount > 0 { parts.append("\(failureCount) failed") }
    if unbegunCount > 0 { parts.append("\(unbegunCount) not begun") }
    if unfinishedCount > 0 { parts.append("\(unfinishedCount) not finished") }
    if skippedCount > 0 { parts.append("\(skippedCount) other files") }
    if hiddenCount > 0 { parts.append("\(hiddenCount) hidden or special") }
    return parts.joined(separator: ", ")
  }
}
