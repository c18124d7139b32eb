import SoundAnalysis
import SoundEvents

/// `soundanalysis classify`: analyses files one after the other and writes results as they come.
struct ClassifyCommand {
  private let options: ClassifyOptions
  private let request: SNClassifySoundRequest
  private let report: any Report
  private let console: Console

  /// Runs the command on the arguments after `classify`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    do {
      let (options, help) = try ClassifyOptions.parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      return try run(options, console: console)
    } catch let error as UsageError {
      console.say("\(error.message) (see 'soundanalysis classify --help')")
      return .wrongUsage
    } catch let error as OutputError {
      return StandardOutput.status(after: error, console: console)
    } catch {
      console.say(error.localizedDescription)
      return .failure
    }
  }

  private static func run(_ options: ClassifyOptions, console: Console) throws -> ExitStatus {
    let choice = try ClassifierChoice(model: options.model)
    if options.reportsEvents { choice.prepareForEvents() }
    if let duration = options.windowDuration { try choice.setWindowDuration(duration) }
    if let factor = options.overlapFactor { choice.request.overlapFactor = factor }
    let makeReport =
      try options.reportsEvents
      ? eventReport(options, choice, console: console) : windowReport(options, choice)

    let file = try options.output.map { path throws(OutputError) in try OutputFile(path: path) }
    let sink: any TextSink = file?.sink ?? StandardOutput.sink()
    let command = ClassifyCommand(
      options: options, request: choice.request, report: makeReport(sink), console: console)
    let (status, openedCount) = try command.classifyAll()
    try sink.flush()
    // Of a recording that cannot be opened there is nothing to say in an editor's file.
    if !options.holdsOneRecording || openedCount > 0 { try file?.commit() }
    return status
  }

  private static func windowReport(
    _ options: ClassifyOptions, _ choice: ClassifierChoice
  ) throws(UsageError) -> (any TextSink) -> any Report {
    let known = choice.request.knownClassifications
    let labels =
      try options.labels.isEmpty ? nil : choice.labels(in: options.labels, among: known)
    let filter = ResultFilter(
      count: options.effectiveCount, minimumConfidence: options.minimumConfidence ?? 0,
      labels: labels)
    return { sink in
      let writer: any ResultWriter =
        switch options.format {
        case .json: JSONResultWriter(sink: sink)
        case .jsonl: JSONLinesResultWriter(sink: sink)
        case .csv: TableResultWriter(sink: sink, form: .csv)
        case .tsv: TableResultWriter(sink: sink, form: .tsv)
        default:
          TextResultWriter(
            sink: sink, hasHeadings: options.files.count > 1,
            labels: labels.map(Array.init) ?? known)
        }
      return WindowReport(filter: filter, writer: writer)
    }
  }

  private static func eventReport(
    _ options: ClassifyOptions, _ choice: ClassifierChoice, console: Console
  ) throws(UsageError) -> (any TextSink) -> any Report {
    let settings = try EventSettings(options, console: console)
    let known = choice.request.knownClassifications
    let reported = try settings.detector(labels: known, sampleRate: 16_000).reportedLabels
    let filter = EventFilter(
      minimumPeak: options.minimumConfidence ?? 0,
      labels: try options.labels.isEmpty
        ? nil : choice.labels(in: options.labels, among: reported))
    let writer: any EventWriter =
      if let subtitles = settings.subtitles {
        SubtitleMergeWriter(into: subtitles)
      } else {
        (options.format ?? .text).writer(showsNames: options.files.count > 1)
      }
    return { sink in
      EventReport(sink: sink, writer: writer, filter: filter) { sampleRate in
        do {
          return try settings.detector(labels: known, sampleRate: sampleRate)
        } catch {
          preconditionFailure("A profile that suits one sample rate suits all: \(error)")
        }
      }
    }
  }

  /// Analyses every file; one that fails does not stop the others.
  private func classifyAll() throws(OutputError) -> (status: ExitStatus, openedCount: Int) {
    var status = ExitStatus.success
    var openedCount = 0
    try report.begin()
    for argument in options.files {
      let file = InputFile(argument)
      let failure: String?
      switch open(file) {
      case .success(let analyzer):
        openedCount += 1
        failure = try classify(file, named: argument.text, with: analyzer)
      case .failure(let sentence):
        failure = sentence.text
        try report.skipFile(argument.text, failure: sentence.text)
      }
      if let failure {
        console.say(failure)
        status = .failure
      }
    }
    try report.end()
    return (status, openedCount)
  }

  /// What failed, in one line.
  private struct Sentence: Error {
    let text: String
  }

  private func open(_ file: InputFile) -> Result<SNAudioFileAnalyzer, Sentence> {
    do {
      return .success(try file.analyzer())
    } catch {
      return .failure(Sentence(text: file.describe(error)))
    }
  }

  /// Analyses one file.
  ///
  /// - Returns: what failed, in one line; nil where nothing did.
  private func classify(
    _ file: InputFile, named name: String, with analyzer: SNAudioFileAnalyzer
  ) throws(OutputError) -> String? {
    try report.beginFile(name, sampleRate: analyzer.sampleRate)
    let observer = ResultObserver(write: report.write, cancel: analyzer.cancelAnalysis)
    var failure: String?
    do {
      try analyzer.add(request, withObserver: observer)
      analyzer.analyze()
    } catch {
      failure = file.describe(error)
    }
    switch observer.failure {
    case .analysis(let error): failure = file.describe(error)
    case .output(let error): throw error
    case nil: break
    }
    if failure == nil, observer.windowCount == 0 {
      let window = FixedDecimal.shortText(request.windowDuration.seconds) ?? "?"
      console.say(
        "no results for \(file.name): it is shorter than one window of \(window) s; "
          + "a smaller --window may fit")
    }
    let defects = analyzer.defects
    if failure == nil, !defects.descriptions.isEmpty {
      let sentence = "\(file.name): \(defects.descriptions.joined(separator: "; "))"
      // What could not be decoded makes the results partial; the rest is only worth a word.
      if defects.damagedPacketCount > 0 { failure = sentence } else { console.say(sentence) }
    }
    try report.endFile(frameCount: analyzer.heardFrameCount, failure: failure)
    return failure
  }
}
