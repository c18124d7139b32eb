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
    let start = ContinuousClock.now
    let result = Result { () throws(OutputError) in
      if let folder { try store(input, piece, in: folder) } else { try relay(input, piece) }
    }
    progress.end(
      piece, byteCount: input.size, seconds: start.duration(to: .now) / .seconds(1))
    switch result {
    case .success(let outcome):
      // What cannot be opened has not failed because the run is given up.
      let isLasting = if case .failed(_, heardSeconds: nil) = outcome { true } else { false }
      let item = BatchItem.outcome(outcome)
      pool.send(item, from: piece, cost: item.cost, isLasting: isLasting)
    case .failure(let error): pool.stop(because: error)
    }
  }

  /// Sends the results for the common document.
  private func relay(_ input: BatchInput, _ piece: Int) throws(OutputError) -> BatchOutcome {
    let report = plan.relay { [self] step in send(.step(step), from: piece) }
    let watch = FileWatch(input)
    let outcome = try classifier(piece).classify(
      input.path, into: report,
      supervisedBy: FileClassifier.Supervision(
        passesOver: input.isPassedOver, admit: { begin(piece, $0) }, objection: watch.change))
    return batchOutcome(outcome)
  }

  /// Writes the results into the folder, unless they are there.
  private func store(
    _ input: BatchInput, _ piece: Int, in folder: OutputFolder
  ) throws(OutputError) -> BatchOutcome {
    // A pipe without a writer would be opened for ever.
    if FileIdentity(path: input.path)?.kind == .other {
      let found = "found a pipe or a device, expected a file, as its results go into a folder"
      return .failed(sentence: "\(input.path.displayText): \(found)", heardSeconds: nil)
    }
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
    /// Whether it has other contents by now.
    var isChanged = false
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
          // Further channels of the same recording need no second look.
          if hash == nil { (hash, early) = look(at: input, for: place, in: folder) }
          return early == nil && begin(piece, analyzer)
        }, objection: watch.change))
    (hearing.hash, hearing.early, hearing.isChanged) = (hash, early, watch.isChanged)
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
    if staysTrue(input, at: place, in: folder, hearing) { return batchOutcome(outcome) }
    folder.remove(place)
    if !outcome.wasOpened {
      folder.remove(partialPlace)
    } else if outcome.heardSeconds > 0, !folder.isForeign(partialPlace) {
      try folder.take(staged, as: partialPlace, file: input.path.text, input: nil)
    }
    return batchOutcome(outcome)
  }

  /// Whether results of an earlier run are still those of the recording, as far as anybody knows.
  private func staysTrue(
    _ input: BatchInput, at place: [UInt8], in folder: OutputFolder, _ hearing: Hearing
  ) -> Bool {
    guard hearing.outcome.wasOpened else { return hearing.outcome.isOutOfReach }
    guard let hash = hearing.hash, !hearing.isChanged else { return false }
    return folder.hasResults(at: place, file: input.path.text, input: hash)
  }

  /// The SHA-256 of a recording, or what becomes of it without a hearing.
  private func look(
    at input: BatchInput, for place: [UInt8], in folder: OutputFolder
  ) -> (hash: String?, early: BatchOutcome?) {
    if let obstacle = folder.obstacle(at: place) {
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

  /// Notes that a recording is heard; false where it need not be.
  private func begin(_ piece: Int, _ analyzer: SNAudioFileAnalyzer) -> Bool {
    progress.begin(
      piece, analyzer, byteCount: inputs[piece].size,
      hearingCount: options.listening.channel == .each ? analyzer.channelCount : 1)
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
