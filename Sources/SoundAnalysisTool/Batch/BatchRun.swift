import SoundAnalysis
import SoundEvents

/// A run over the recordings of one call: starts the work, writes what is common.
///
/// Results, messages and failures come in the order of the recordings, however many are analysed at
/// the same time.
struct BatchRun {
  let options: ClassifyOptions
  let request: SNClassifySoundRequest
  let plan: ReportPlan
  let list: InputList

  /// The SHA-256 of files that were read, by the options that name them.
  let hashes: [String: String]

  let console: Console

  /// Does it all; one recording that fails does not stop the others.
  ///
  /// - Throws: `UsageError` before any work, `OutputError` where results cannot be written.
  func run() throws -> ExitStatus {
    let inputs = try InputPlan(options: options).inputs(of: list)
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

  private func run(
    _ inputs: [BatchInput], _ interruption: Interruption
  ) throws -> ExitStatus {
    let progress = BatchProgress(jobs: min(jobs, inputs.count))
    let pool = OrderedPool<BatchItem>(count: inputs.count) { progress.cancel() }
    // Signals are heard on a thread, for which libdispatch waits, be it for ever.
    guard WorkThread.start("probe", body: {}) else { throw OutputError.noThread }
    let watches = listen(interruption, pool, progress)
    defer { withExtendedLifetime(watches) {} }
    let folder = try options.outputFolder.map { path in
      try OutputFolder(
        path, settings: RunSettings(options.given, knowing: hashes), resumes: options.wantsResume)
    }
    let ticket = interruption.atStop { folder?.sweep() }
    defer { interruption.forget(ticket) }
    let failures = try options.failureList.map { path throws(OutputError) in
      try FailureList(path, interruption: interruption)
    }
    let file = try folder == nil ? commonFile(interruption) : nil
    let hasOneOutput = folder == nil && file == nil
    let teller = BatchTeller(
      console: console,
      line: progressLine(inputs, isResultShown: hasOneOutput && isatty(STDOUT_FILENO) == 1),
      progress: progress, failures: failures,
      manner: BatchTeller.Manner(
        hiddenCount: list.skippedCount, summarizes: list.isSearched || folder != nil))
    let worker = BatchWorker(
      options: options, request: request, plan: plan, inputs: inputs, folder: folder, pool: pool,
      progress: progress)
    let begunCount: Int
    do throws(OutputError) {
      for problem in list.problems { try teller.fail(problem.path, problem.sentence) }
      begunCount = try write(worker, to: file, teller, interruption)
    } catch {
      teller.end(because: error, inputCount: inputs.count)
      throw error
    }
    try teller.end(unbegunCount: inputs.count - begunCount)
    return interruption.status ?? (teller.counts.failureCount > 0 ? .failure : .success)
  }

  private var jobs: Int { options.jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// How long opening a recording may take that is not wanted any more, in seconds; it may hang.
  private static let patience = 2.0

  /// Has signals end the work, as long as the returned objects live.
  private func listen(
    _ interruption: Interruption, _ pool: OrderedPool<BatchItem>, _ progress: BatchProgress
  ) -> [SignalWatch] {
    interruption.listen { stage in
      pool.close()
      guard stage >= .cutting else { return }
      progress.cancel()
      // What listens was told to end.
      pool.giveUp(after: Self.patience, unless: progress.isListening)
    }
  }

  private func commonFile(_ interruption: Interruption) throws(OutputError) -> OutputFile? {
    try options.output.map { path throws(OutputError) in
      try OutputFile(path: path, interruption: interruption)
    }
  }

  private func progressLine(_ inputs: [BatchInput], isResultShown: Bool) -> ProgressLine {
    var style = ProgressLine.style(isResultShown: isResultShown)
    // Of a single recording, a log needs no progress.
    if inputs.count <= 1, case .plain = style { style = .none }
    return ProgressLine(
      style, fileCount: inputs.count, byteCount: inputs.reduce(0) { $0.saturatingSum($1.size) },
      console: console)
  }

  /// Does the work and writes its results.
  ///
  /// - Parameter file: the file for all results; nil for standard output, or where each recording has
  ///   its own.
  /// - Returns: how many recordings were begun.
  private func write(
    _ worker: BatchWorker, to file: OutputFile?, _ teller: BatchTeller, _ interruption: Interruption
  ) throws(OutputError) -> Int {
    let sink: any TextSink = file?.sink ?? StandardOutput.sink()
    let replay = worker.folder == nil ? ReportReplay(plan, to: sink) : nil
    try replay?.begin()
    let begunCount = try worker.pool.run(
      jobs: jobs, work: worker.work, tick: { teller.tick(interruption) },
      consume: { (piece, item) throws(OutputError) in
        switch item {
        case .step(let step): try replay?.write(step)
        case .message(let text): teller.pass(text)
        case .outcome(let outcome): try teller.take(outcome, of: worker.inputs[piece])
        }
      },
      abandon: { (piece) throws(OutputError) in
        try abandon(worker.inputs[piece], replay, teller)
      },
      salvage: { (piece, item) in
        guard case .outcome(let outcome) = item else { return }
        // Where nothing is written in turn, what is done is done.
        guard worker.folder != nil || outcome.isFailure else { return }
        try? teller.take(outcome, of: worker.inputs[piece])
      })
    try replay?.end()
    try sink.flush()
    // Of a recording that cannot be opened there is nothing to say in an editor's file, and where
    // the run was interrupted before all recordings, an earlier file says more.
    let isEmpty = teller.counts.openedCount == 0
    if !isEmpty || !(options.holdsOneRecording || interruption.status != nil) {
      try file?.commit()
    }
    try worker.folder?.finish()
    return begunCount
  }

  /// Tells of a recording that hangs while it is opened, after the run was interrupted.
  private func abandon(
    _ input: BatchInput, _ replay: ReportReplay?, _ teller: BatchTeller
  ) throws(OutputError) {
    let sentence = "\(InputFile(input.path).name): interrupted before any of it was heard"
    try replay?.skip(input.path.text, failure: sentence)
    try teller.take(.failed(sentence: sentence, heardSeconds: nil), of: input)
  }
}
