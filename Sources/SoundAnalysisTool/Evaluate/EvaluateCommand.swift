import SoundAnalysis
import SoundEvaluation
import SoundEvents

/// `soundanalysis evaluate`: classifies recordings whose sounds are known and says how good the answers are.
struct EvaluateCommand {
  private let options: EvaluateOptions
  private let choice: ClassifierChoice
  private let set: LabelledSet
  private let console: Console

  /// Runs the command on the arguments after `evaluate`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis evaluate") {
      let (options, help) = try EvaluateOptions.parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      return try EvaluateCommand(options, console: console).run()
    }
  }

  private init(_ options: EvaluateOptions, console: Console) throws {
    var set = try LabelledSet(options.source)
    let choice = try ClassifierChoice(model: options.model)
    let known = choice.request.knownClassifications
    set.translate(to: known)
    if !set.unknown.isEmpty, !options.skipsUnknown {
      throw set.unknownLabelError(known: known, classifier: choice.name)
    }
    guard !set.clips.isEmpty else {
      throw UsageError(
        "\(options.source.displayText): no clip is left, as \(choice.name) knows none of the labels"
      )
    }
    if set.hasTimes { EventWindows.prepare(choice.request) }
    if let duration = options.windowDuration { try choice.setWindowDuration(duration) }
    if let factor = options.overlapFactor { choice.request.overlapFactor = factor }
    self.options = options
    self.choice = choice
    self.set = set
    self.console = console
  }

  private func run() throws -> ExitStatus {
    var classifyOptions = ClassifyOptions()
    classifyOptions.profile = options.profile
    let settings = try EventSettings(classifyOptions, console: console)
    let known = choice.request.knownClassifications
    _ = try settings.detector(
      labels: known, background: choice.request.backgroundLabel, sampleRate: 16_000)
    try options.outputs.checkThatNoneIs(among: set.clips.lazy.map(\.path))
    let jsonFile = try file(options.jsonFile)
    let pageFile = try file(options.pageFile)
    let clipScore = options.clipScore ?? (set.hasTimes ? .max : .mean)

    let (judged, recordings, failedCount) = try classify(settings, clipScore, known)
    guard !judged.isEmpty else {
      console.say("\(options.source.displayText): no clip could be analysed")
      return .failure
    }
    let evaluation = Evaluation(
      setup: Evaluation.Setup(
        source: options.source.text, classifier: choice.name,
        windowDuration: choice.request.windowDuration.seconds,
        overlapFactor: choice.request.overlapFactor, clipScore: clipScore.rawValue),
      failedCount: failedCount, unknownLabels: set.unknown.map(\.label),
      clips: ClipFigures(judged, names: known, threshold: options.threshold),
      events: recordings.isEmpty ? nil : EventFigures(recordings))
    try write(EvaluationJSON.text(evaluation), to: jsonFile, options.jsonFile)
    try write(EvaluationPage.text(evaluation), to: pageFile, options.pageFile)
    if ![options.jsonFile, options.pageFile].contains(where: { $0?.text == "-" }) {
      _ = try StandardOutput.print(EvaluationText.text(evaluation))
    }
    return failedCount > 0 ? .failure : .success
  }

  /// Classifies every clip; one that fails does not stop the others.
  private func classify(
    _ settings: EventSettings, _ clipScore: EvaluateOptions.ClipScore, _ known: [String]
  ) throws(OutputError) -> ([JudgedClip], [EventFigures.Recording], failedCount: Int) {
    let places = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
    let progress = BatchProgress()
    let pool = OrderedPool<ClipWorker.Finding>(count: set.clips.count) { progress.cancel() }
    let worker = ClipWorker(
      clips: set.clips, request: choice.request, clipScore: clipScore,
      settings: settings, pool: pool, progress: progress)
    let byteCount = set.clips.reduce(Int64(0)) {
      $0.saturatingSum(FileIdentity(path: $1.path)?.size ?? 0)
    }
    let line = ProgressLine(
      ProgressLine.style(isResultShown: false), fileCount: set.clips.count, byteCount: byteCount,
      console: console)
    var judged: [JudgedClip] = []
    var recordings: [EventFigures.Recording] = []
    var failedCount = 0
    _ = try pool.run(
      jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, work: worker.work,
      tick: { line.update { progress.snapshot } },
      consume: { (piece, finding) throws(OutputError) in
        let labels = set.clips[piece].labels
        switch finding {
        case .skipped: break
        case .failed(let sentence):
          failedCount += 1
          line.clear()
          console.say(sentence)
        case .judged(let scores, let events):
          judged.append(
            JudgedClip(truth: labels.labels.compactMap { places[$0] }, scores: scores))
          if let reference = labels.events {
            recordings.append(EventFigures.Recording(reference: reference, found: events))
          }
        }
      })
    line.clear()
    return (judged, recordings, failedCount)
  }

  private func file(_ path: Argument?) throws(OutputError) -> OutputFile? {
    try path.flatMap { path throws(OutputError) in
      path.text == "-" ? nil : try OutputFile(path: path)
    }
  }

  private func write(
    _ text: String, to file: OutputFile?, _ path: Argument?
  ) throws(OutputError) {
    if path?.text == "-" { _ = try StandardOutput.print(text) }
    try file?.sink.write(text)
    try file?.commit()
  }
}
