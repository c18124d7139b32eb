import SoundAnalysis
import SoundEvents

/// `soundanalysis plot`: draws a recording with its events.
struct PlotCommand {
  private let options: PlotOptions
  private let choice: ClassifierChoice
  private let settings: EventSettings
  private let console: Console

  /// Runs the command on the arguments after `plot`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis plot") {
      let (options, help) = try PlotOptions.parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      return try PlotCommand(options, console: console).run()
    }
  }

  private init(_ options: PlotOptions, console: Console) throws {
    self.options = options
    self.console = console
    choice = try ClassifierChoice(model: options.hearing.model)
    EventWindows.prepare(choice.request)
    if let duration = options.hearing.windowDuration { try choice.setWindowDuration(duration) }
    if let factor = options.hearing.overlapFactor { choice.request.overlapFactor = factor }
    settings = try EventSettings(options.hearing, console: console)
  }

  private func run() throws -> ExitStatus {
    let known = choice.request.knownClassifications
    let background = choice.request.backgroundLabel
    let reported = try settings.detector(
      labels: known, background: background, sampleRate: 16_000
    ).reportedLabels
    let filter = EventFilter(
      minimumPeak: options.hearing.minimumConfidence ?? 0,
      labels: try options.hearing.labels.isEmpty
        ? nil : choice.labels(in: options.hearing.labels, among: reported))
    if let height = options.height { try options.check(height: height) }
    // What cannot be written is better known before the work than after it.
    let output = try OutputFile(path: options.output)
    do {
      let hearing = try RecordingHearing(
        options.file, request: choice.request, filter: filter, console: console
      ) { sampleRate throws(UsageError) in
        try settings.detector(labels: known, background: background, sampleRate: sampleRate)
      }
      try draw(hearing, into: output)
      return hearing.isComplete ? .success : .failure
    } catch let error as UsageError {
      throw error
    } catch let error as OutputError {
      throw error
    } catch let error as DrawingError {
      throw error
    } catch {
      console.say(InputFile(options.file).describe(error))
      return .failure
    }
  }

  private func draw(
    _ hearing: RecordingHearing, into output: OutputFile
  ) throws {
    let name = options.file.displayText.split(separator: "/").last.map(String.init) ?? ""
    let title = options.title ?? name
    let hasTitle = !title.allSatisfy(\.isWhitespace)
    var laneCount = options.laneCount
    if let height = options.height {
      laneCount = min(
        laneCount,
        Figure.laneLimit(height: height, spectrogramHeight: 100, hasTitle: hasTitle))
    }
    let (lanes, others) = hearing.lanes.strongest(laneCount)
    let height =
      options.height
      ?? Figure.frameHeight(hasTitle: hasTitle, hasOthers: !others.isEmpty)
      + max(180, min(360, options.width / 4)) + Double(max(1, lanes.count)) * Figure.laneHeight
    try options.check(height: height)
    let scale = options.format == .png ? options.scale : 2
    let sheet = try CairoCanvas(
      width: options.format == .png ? options.width : 1,
      height: options.format == .png ? height : 1, scale: scale)
    let spectrogram = try hearing.spectrogram(
      columnLimit: Int(min(options.width * scale, 4000)),
      rowCount: Int(min(max(height * scale / 2, 100), 400)))
    let figure = Figure(
      title: hasTitle ? VisibleText.text(title) : nil, duration: hearing.duration,
      spectrogram: spectrogram, lanes: lanes, others: others, measure: sheet.width)
    let size = Figure.Size(width: options.width, height: height)
    switch options.format {
    case .png:
      figure.draw(on: sheet, size: size)
      try output.sink.write(sheet.png())
    case .svg:
      let document = SVGCanvas(
        width: size.width, height: height, title: hasTitle ? title : name)
      figure.draw(on: document, size: size)
      try output.sink.write(document.document())
    }
    try output.commit()
  }
}
