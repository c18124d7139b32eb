import SoundAnalysis
import SoundEvents

/// Analyses one recording of a run over many: with its results in the common document, or in a file of its own.
struct BatchWorker: Sendable {
  let options: ClassifyOptions
  let request: SNClassifySoundRequest
  let plan: ReportPlan
  let inputs: [BatchInput]
  let folder: OutputFolder?
  let pool: OrderedPool<BatchItem>
  let progress: BatchProgress

  /// Does the recording of a number and sends what is to be told.
  func work(_ piece: Int) {
    let input = inputs[piece]
    do throws(OutputError) {
      let outcome =
        if let folder { try store(input, piece, in: folder) } else { try relay(input, piece) }
      progress.end(piece, byteCount: input.size)
      send(.outcome(outcome), from: piece)
    } catch {
      progress.end(piece, byteCount: input.size)
      pool.stop(because: error)
    }
  }

  /// Sends the results for the common document.
  private func relay(_ input: BatchInput, _ piece: Int) throws(OutputError) -> BatchOutcome {
    let report = plan.relay { [self] step in send(.step(step), from: piece) }
    let watch = FileWatch(input)
    let outcome = try classifier(piece).classify(
      input.path, into: report,
      supervisedBy: FileClassifier.Supervision(
        passesOver: input.isPassedOver, admit: { progress.begin(piece, $0) },
        objection: watch.change))
    return batchOutcome(outcome)
  }

  /// Writes the results into the folder, unless they are there.
  private func store(
    _ input: BatchInput, _ piece: Int, in folder: OutputFolder
  ) throws(OutputError) -> BatchOutcome {
    let place = input.place + Array(".\(options.fileExtension)".utf8)
    var hearing = Hearing()
    do throws(OutputError) {
      let staged = try folder.stage(piece, for: place)
      try hear(input, piece, for: place, in: folder, into: staged, &hearing)
      let isUntouched =
        progress.isCancelled && !hearing.outcome.wasOpened && hearing.outcome.failure == nil
      if pool.hasGivenUp(piece) || isUntouched && hearing.early == nil { return .unbegun }
      if let early = hearing.early { return early }
      return try keep(staged, of: input, at: place, in: folder, hearing)
    } catch {
      guard folder.concernsOneRecording(error) else { throw error }
      // Where some of it was heard, what failed at last is told with that.
      let sentence = "\(input.path.displayText): \(error.description)"
      return .failed(
        sentence: hearing.outcome.failure.map { "\($0); \(error.description)" } ?? sentence,
        heardSeconds: hearing.outcome.wasOpened ? hearing.outcome.heardSeconds : nil)
    }
  }

  /// What came of hearing a recording whose results go into a folder.
  private struct Hearing {
    var outcome = FileClassifier.Outcome(wasOpened: false)
    /// The SHA-256 of the recording, once it was looked at.
    var hash: String?
    /// What becomes of it without a hearing; nil where it was heard.
    var early: BatchOutcome?
  }

  /// Hears a recording and writes its results into a file without a lasting name.
  private func hear(
    _ input: BatchInput, _ piece: Int, for place: [UInt8], in folder: OutputFolder,
    into staged: StagedFile, _ hearing: inout Hearing
  ) throws(OutputError) {
    let watch = FileWatch(input)
    let report = plan.report(to: staged.sink)
    try report.begin()
    var (hash, early): (String?, BatchOutcome?)
    hearing.outcome = try classifier(piece).classify(
      input.path, into: report,
      supervisedBy: FileClassifier.Supervision(
        passesOver: input.isPassedOver,
        admit: { analyzer in
          guard progress.begin(piece, analyzer) else { return false }
          // Further channels of the same recording need no second look.
          guard hash == nil else { return true }
          (hash, early) = look(at: input, for: place, in: folder)
          return early == nil
        }, objection: watch.change))
    (hearing.hash, hearing.early) = (hash, early)
    try report.end()
  }

  /// Gives results their name: their own, or that of partial ones.
  private func keep(
    _ staged: StagedFile, of input: BatchInput, at place: [UInt8], in folder: OutputFolder,
    _ hearing: Hearing
  ) throws(OutputError) -> BatchOutcome {
    let outcome = hearing.outcome
    let partialPlace = input.partialPlace + Array(".\(options.fileExtension)".utf8)
    if outcome.wasOpened, outcome.failure == nil {
      try folder.take(staged, as: place, file: input.path.text, input: hearing.hash)
      folder.remove(partialPlace)
      return batchOutcome(outcome)
    }
    // Results of an earlier run are better than partial ones.
    if outcome.wasCut, let hash = hearing.hash,
      folder.hasResults(at: place, file: input.path.text, input: hash)
    {
      return batchOutcome(outcome)
    }
    folder.remove(place)
    if !outcome.wasOpened {
      folder.remove(partialPlace)
    } else if outcome.heardSeconds > 0, !folder.isForeign(partialPlace) {
      try folder.take(staged, as: partialPlace, file: input.path.text, input: nil)
    }
    return batchOutcome(outcome)
  }

  /// The SHA-256 of a recording, or what becomes of it without a hearing.
  private func look(
    at input: BatchInput, for place: [UInt8], in folder: OutputFolder
  ) -> (hash: String?, early: BatchOutcome?) {
    if let obstacle = obstacle(to: input, at: place, in: folder) {
      let sentence = "\(input.path.displayText): \(obstacle)"
      return (nil, .failed(sentence: sentence, heardSeconds: nil))
    }
    do {
      let hash = try ContentHash.ofFile(input.path) { progress.isCancelled }
      return (hash, folder.holds(place, file: input.path.text, input: hash) ? .kept : nil)
    } catch {
      if error.code == ECANCELED { return (nil, .unbegun) }
      let sentence = "\(input.path.displayText): cannot be read: \(systemMessage(error.code))"
      return (nil, .failed(sentence: sentence, heardSeconds: nil))
    }
  }

  private func batchOutcome(_ outcome: FileClassifier.Outcome) -> BatchOutcome {
    if let failure = outcome.failure {
      return .failed(
        sentence: failure, heardSeconds: outcome.wasOpened ? outcome.heardSeconds : nil)
    }
    if outcome.wasOpened { return .done }
    return progress.isCancelled ? .unbegun : .skipped
  }

  /// Why results cannot have their place; nil where they can.
  private func obstacle(
    to input: BatchInput, at place: [UInt8], in folder: OutputFolder
  ) -> String? {
    guard FileIdentity(path: input.path)?.kind == .regular else {
      return "found a pipe or a device, expected a file, as its results go into a folder"
    }
    return folder.obstacle(at: place)
  }

  private func classifier(_ piece: Int) -> FileClassifier {
    FileClassifier(
      request: request, choices: options.listening,
      console: Console { [self] line in send(.message(line), from: piece) },
      measuresLength: options.format == .raven && options.listening.end != nil)
  }

  private func send(_ item: BatchItem, from piece: Int) {
    pool.send(item, from: piece, cost: item.cost)
  }
}

/// Notices that a file changes or vanishes while it is read.
struct FileWatch: Sendable {
  private let path: Argument
  private let before: FileIdentity?

  /// Looks at a recording before it is opened.
  init(_ input: BatchInput) {
    path = input.path
    let identity = input.isStandardInput ? nil : FileIdentity(path: input.path)
    // Pipes and devices have no contents that could stay.
    before = identity?.kind == .regular ? identity : nil
  }

  /// What has changed since, as the reason of a failure; nil where nothing has.
  func change() -> String? {
    guard let before else { return nil }
    guard let now = FileIdentity(path: path) else {
      return "\(path.displayText): the file was removed while it was read"
    }
    if now.isUnchanged(since: before) { return nil }
    return "\(path.displayText): the file changed while it was read (\(before.size) bytes before, "
      + "\(now.size) after)"
  }
}
