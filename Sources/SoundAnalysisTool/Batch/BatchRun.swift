import SoundAnalysis
import SoundEvents

/// A run over the recordings of one call: starts the work, tells the user, writes what is common.
///
/// Results, messages and failures come in the order of the recordings, however many are analysed at
/// the same time.
final class BatchRun {
  private let options: ClassifyOptions
  private let request: SNClassifySoundRequest
  private let plan: ReportPlan
  private let list: InputList
  private let hashes: [String: String]
  private let console: Console
  private var counts = BatchCounts()
  private var failures: FailureList?
  private var hasToldInterruption = false

  /// Prepares a run.
  ///
  /// - Parameter hashes: the SHA-256 of files that were read, by the options that name them.
  init(
    options: ClassifyOptions, request: SNClassifySoundRequest, plan: ReportPlan, list: InputList,
    hashes: [String: String], console: Console
  ) {
    self.options = options
    self.request = request
    self.plan = plan
    self.list = list
    self.hashes = hashes
    self.console = console
  }

  /// Does it all; one recording that fails does not stop the others.
  ///
  /// - Throws: `UsageError` before any work, `OutputError` where results cannot be written.
  func run() throws -> ExitStatus {
    let inputs = try plannedInputs()
    try checkThatNothingIsOverwritten(inputs)
    // Of a single recording, or a stream, nothing would be left to finish.
    let interruption = Interruption(
      finishesFirst: inputs.count > 1 && !inputs.contains(where: \.isStandardInput))
    do {
      return try run(inputs, interruption)
    } catch OutputError.closedPipe {
      // Ctrl-C ends the reader of the results as well.
      guard let status = interruption.status else { throw OutputError.closedPipe }
      return status
    }
  }

  /// How long opening a recording may take that is not wanted any more, in seconds; it may hang.
  private static let patience = 2.0

  private func run(
    _ inputs: [BatchInput], _ interruption: Interruption
  ) throws -> ExitStatus {
    let progress = BatchProgress()
    let pool = OrderedPool<BatchItem>(count: inputs.count) { progress.cancel() }
    let watches = interruption.listen { stage in
      pool.close()
      guard stage >= .cutting else { return }
      progress.cancel()
      // What listens was told to end.
      pool.giveUp(after: Self.patience, unless: progress.isListening)
    }
    defer { withExtendedLifetime(watches) {} }
    let folder = try options.outputFolder.map { path in
      try OutputFolder(
        path, settings: RunSettings(options.given, knowing: hashes), resumes: options.wantsResume)
    }
    let ticket = interruption.atStop { folder?.sweep() }
    defer { interruption.forget(ticket) }
    failures = try options.failureList.map { path throws(OutputError) in
      try FailureList(path, interruption: interruption)
    }
    let file = try folder == nil ? commonFile(interruption) : nil
    let sink: any TextSink = file?.sink ?? StandardOutput.sink()
    let replay = folder == nil ? ReportReplay(plan, to: sink) : nil

    let line = ProgressLine(
      inputs.count > 1
        ? ProgressLine.style(isResultShown: folder == nil && file == nil && isatty(1) == 1) : .none,
      fileCount: inputs.count, byteCount: inputs.reduce(0) { $0.saturatingSum($1.size) },
      console: console)
    for problem in list.problems { try fail(problem.path, problem.sentence, nil, line) }
    try replay?.begin()
    let worker = BatchWorker(
      options: options, request: request, plan: plan, inputs: inputs, folder: folder, pool: pool,
      progress: progress)
    let begunCount = try pool.run(
      jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, work: worker.work,
      tick: { self.tick(line, progress, interruption) },
      consume: { (piece, item) throws(OutputError) in
        try self.take(item, of: inputs[piece], replay, line)
      },
      abandon: { (piece) throws(OutputError) in
        try self.abandon(inputs[piece], replay, line)
      })
    line.clear()
    try replay?.end()
    try sink.flush()
    // Of a recording that cannot be opened there is nothing to say in an editor's file, and where
    // the run was interrupted before all recordings, an earlier file says more.
    let isEmpty = counts.openedCount == 0
    if !isEmpty || !(options.holdsOneRecording || interruption.status != nil) {
      try file?.commit()
    }
    try folder?.finish()
    try failures?.commit()
    counts.unbegunCount += inputs.count - begunCount
    summarize(progress.snapshot, elapsed: line.elapsed)
    if let profile = TimeProfile.current {
      for text in TimeTable.lines(profile, heardSeconds: progress.snapshot.heardSeconds) {
        console.pass(text + "\n")
      }
    }
    return interruption.status ?? (counts.failureCount > 0 ? .failure : .success)
  }

  private func commonFile(_ interruption: Interruption) throws(OutputError) -> OutputFile? {
    try options.output.map { path throws(OutputError) in
      try OutputFile(path: path, interruption: interruption)
    }
  }

  /// The recordings, each once where it has a file of its own.
  private func plannedInputs() throws(UsageError) -> [BatchInput] {
    guard let folder = options.outputFolder else {
      if options.holdsOneRecording, list.inputs.count > 1 {
        throw options.severalRecordings(list.inputs.count)
      }
      return list.inputs
    }
    var paths: [[UInt8]: Argument] = [:]
    var planned: [BatchInput] = []
    for input in list.inputs {
      guard !input.isStandardInput else {
        throw UsageError(
          option: "--output", value: folder.displayText,
          expected: "a file for the results of standard input, found a folder")
      }
      let other = paths.updateValue(input.path, forKey: input.place)
      if let other, other != input.path {
        throw UsageError(
          "--output \(folder.displayText): the results of \(other.displayText) and "
            + "\(input.path.displayText) would have the same name; call the command once for each")
      }
      if other == nil { planned.append(input) }
    }
    for input in planned {
      guard let other = paths[input.partialPlace] else { continue }
      throw UsageError(
        "--output \(folder.displayText): partial results of \(input.path.displayText) and the results "
          + "of \(other.displayText) would have the same name; call the command once for each")
    }
    return planned
  }

  /// Recordings that were found in a folder are not known before.
  private func checkThatNothingIsOverwritten(_ inputs: [BatchInput]) throws(UsageError) {
    // Found files that are no recordings may well be earlier results.
    try options.outputs.checkThatNoneIs(
      among: inputs.lazy.filter { !$0.isFound || $0.isNamedAsRecording }.map(\.path))
    guard let folder = options.outputFolder, let list = options.failureList,
      let place = FilePlace(list)
    else { return }
    let name = list.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let ending = Array(".\(options.fileExtension)".utf8)
    for input in inputs {
      for result in [input.place + ending, input.partialPlace + ending]
      where result.suffix(name.count) == name && FilePlace(folder.appending(result)) == place {
        throw UsageError(
          option: "--failures", value: list.displayText,
          expected: "another file than the results of \(input.path.displayText)")
      }
    }
  }

  private func take(
    _ item: BatchItem, of input: BatchInput, _ replay: ReportReplay?, _ line: ProgressLine
  ) throws(OutputError) {
    switch item {
    case .step(let step): try replay?.write(step)
    case .message(let text):
      line.clear()
      console.pass(text)
    case .outcome(let outcome):
      counts.add(outcome)
      if case .failed(let sentence, let heardSeconds) = outcome {
        try fail(input.path, sentence, heardSeconds, line)
      }
    }
  }

  /// Tells of a recording that hangs while it is opened, after the run was interrupted.
  private func abandon(
    _ input: BatchInput, _ replay: ReportReplay?, _ line: ProgressLine
  ) throws(OutputError) {
    let sentence =
      "\(InputFile(input.path).name): interrupted before any of it was heard"
    try replay?.skip(input.path.text, failure: sentence)
    try fail(input.path, sentence, nil, line)
  }

  /// The most failures that are told one by one.
  private static let mostMessages = 100

  private func fail(
    _ path: Argument, _ sentence: String, _ heardSeconds: Double?, _ line: ProgressLine
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

  private func tick(
    _ line: ProgressLine, _ progress: BatchProgress, _ interruption: Interruption
  ) {
    if interruption.stage == .finishing, !hasToldInterruption {
      hasToldInterruption = true
      line.clear()
      console.say("finishing the files in hand; another Ctrl-C ends them where they are")
    }
    line.update { progress.snapshot }
  }

  private func summarize(_ snapshot: BatchProgress.Snapshot, elapsed: Double) {
    let needsWord =
      list.isSearched || options.outputFolder != nil || counts.unbegunCount > 0
      || counts.failureCount > Self.mostMessages
    guard needsWord else { return }
    let speed =
      snapshot.heardSeconds > 0
      ? "; \(ProgressLine.speed(heardSeconds: snapshot.heardSeconds, elapsed: elapsed))" : ""
    console.say(counts.sentence(hiddenCount: list.skippedCount) + speed)
  }
}

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

  /// Counts a recording; a failure is counted by who tells of it.
  mutating func add(_ outcome: BatchOutcome) {
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
    if skippedCount > 0 { parts.append("\(skippedCount) other files") }
    if hiddenCount > 0 { parts.append("\(hiddenCount) hidden or special") }
    return parts.joined(separator: ", ")
  }
}
