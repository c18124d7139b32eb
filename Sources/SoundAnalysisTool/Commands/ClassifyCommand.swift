import SoundAnalysis
import SoundEvents

/// `soundanalysis classify`: analyses files and writes results as they come.
enum ClassifyCommand {
  /// Runs the command on the arguments after `classify`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis classify") {
      let (options, help) = try ClassifyOptions.parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      return try run(options, console: console)
    }
  }

  private static func run(_ options: ClassifyOptions, console: Console) throws -> ExitStatus {
    if options.wantsTimeProfile { TimeProfile.current = TimeProfile() }
    let choice = try ClassifierChoice(model: options.model)
    if options.reportsEvents { EventWindows.prepare(choice.request) }
    if let duration = options.windowDuration { try choice.setWindowDuration(duration) }
    if let factor = options.overlapFactor { choice.request.overlapFactor = factor }
    try choice.checkThatItRuns()
    let list = try InputList(
      operands: options.files, lists: options.lists, outputFolder: options.outputFolder)
    let hasHeadings =
      options.outputFolder == nil && (list.isSearched || list.inputs.count > 1)
    let settings =
      try options.reportsEvents ? EventSettings(options, console: console) : nil
    let plan =
      if let settings {
        try eventPlan(options, choice, settings, hasHeadings: hasHeadings)
      } else {
        try windowPlan(options, choice, hasHeadings: hasHeadings)
      }
    if options.overlapFactor != nil { console.mention(choice.wordsOnHop) }
    return try BatchRun(
      options: options, request: choice.request, plan: plan, list: list,
      hashes: settings?.hashes ?? [:], console: console
    ).run()
  }

  /// What becomes of windows.
  static func windowPlan(
    _ options: ClassifyOptions, _ choice: ClassifierChoice, hasHeadings: Bool
  ) throws(UsageError) -> ReportPlan {
    let known = choice.request.knownClassifications
    let labels =
      try options.labels.isEmpty ? nil : choice.labels(in: options.labels, among: known)
    let filter = ResultFilter(
      count: options.effectiveCount, minimumConfidence: options.minimumConfidence ?? 0,
      labels: labels)
    let format = options.format
    let showsChannels = options.listening.channel == .each
    return .windows(filter: filter) { sink in
      switch format {
      case .json:
        JSONResultWriter(
          sink: sink, windowDuration: choice.request.windowDuration.seconds, hop: choice.hop)
      case .jsonl: JSONLinesResultWriter(sink: sink)
      case .csv: TableResultWriter(sink: sink, form: .csv)
      case .tsv: TableResultWriter(sink: sink, form: .tsv)
      default:
        TextResultWriter(
          sink: sink, hasHeadings: hasHeadings, showsChannels: showsChannels,
          labels: labels.map(Array.init) ?? known)
      }
    }
  }

  /// What becomes of events.
  static func eventPlan(
    _ options: ClassifyOptions, _ choice: ClassifierChoice, _ settings: EventSettings,
    hasHeadings: Bool
  ) throws(UsageError) -> ReportPlan {
    let known = choice.request.knownClassifications
    let background = choice.request.backgroundLabel
    let reported = try settings.detector(
      labels: known, background: background, sampleRate: 16_000
    ).reportedLabels
    let filter = EventFilter(
      minimumPeak: options.minimumConfidence ?? 0,
      labels: try options.labels.isEmpty
        ? nil : choice.labels(in: options.labels, among: reported))
    let format = options.format ?? .text
    let subtitles = settings.subtitles
    let showsChannels = options.listening.channel == .each
    return .events(
      filter: filter,
      makeWriter: {
        subtitles.map { SubtitleMergeWriter(into: $0) }
          ?? format.writer(showsNames: hasHeadings, showsChannels: showsChannels)
      },
      makeDetector: { sampleRate in
        do {
          return try settings.detector(
            labels: known, background: background, sampleRate: sampleRate)
        } catch {
          preconditionFailure("A profile that suits one sample rate suits all: \(error)")
        }
      })
  }
}
