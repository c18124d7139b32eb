import SoundAnalysis
import SoundEvents

/// `soundanalysis listen`: tells what a microphone, or another source of live sound, hears.
enum ListenCommand {
  /// Runs the command on the arguments after `listen`; returns when it is over or interrupted.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis listen") {
      let (options, help) = try ListenOptions.parse(arguments)
      if options.shared.wantsHelp { return try StandardOutput.print(help) }
      if options.wantsDevices { return try listDevices(console: console) }
      return try run(options, console: console)
    }
  }

  private static func listDevices(console: Console) throws(OutputError) -> ExitStatus {
    let devices = AudioInputDevice.available
    if devices.isEmpty {
      console.say("there is no microphone: no sound system lists one")
      return .failure
    }
    return try StandardOutput.print(DeviceTable.text(devices))
  }

  private static func run(_ options: ListenOptions, console: Console) throws -> ExitStatus {
    let choice = try ClassifierChoice(model: options.shared.model)
    try cutWindows(options, choice)
    let makeReport = try reportMaker(options, choice, console: console)
    let device = try options.device.map { try AudioInputDevice.named($0) }

    let listeningEnd = ListeningEnd()
    let output = try LiveOutput(options.shared.output)
    let report = makeReport(output)
    if options.shared.overlapFactor != nil { console.mention(choice.wordsOnHop) }
    let status: ExitStatus
    let microphone: LiveSource? = options.looksForMicrophone ? .microphone(device) : nil
    if let source = options.source ?? microphone {
      status = try StreamListener(
        source: source, name: source.isStandardInput ? "-" : source.displayName,
        patience: options.patience, request: choice.request,
        duration: options.duration, gateLevel: options.shared.listening.gateLevel,
        output: output, report: report, console: console
      ).run(until: listeningEnd)
    } else {
      status = try Listener(
        request: choice.request, device: device, duration: options.duration,
        gateLevel: options.shared.listening.gateLevel, output: output, report: report,
        console: console
      ).run(until: listeningEnd)
    }
    try output.sink.flush()
    return status
  }

  private static func cutWindows(
    _ options: ListenOptions, _ choice: ClassifierChoice
  ) throws(UsageError) {
    if options.shared.reportsEvents { EventWindows.prepare(choice.request) }
    if let duration = options.shared.windowDuration {
      try choice.setWindowDuration(duration)
    } else {
      choice.request.windowDuration = CMTime(
        seconds: ListenOptions.usualWindowDuration, preferredTimescale: 1_000_000)
    }
    if let factor = options.shared.overlapFactor { choice.request.overlapFactor = factor }
  }

  /// Says what becomes of results, before anything is opened for them.
  private static func reportMaker(
    _ options: ListenOptions, _ choice: ClassifierChoice, console: Console
  ) throws(UsageError) -> (LiveOutput) -> any Report {
    let shared = options.shared
    if shared.reportsEvents {
      let settings = try EventSettings(shared, console: console)
      let plan = try ClassifyCommand.eventPlan(shared, choice, settings, hasHeadings: false)
      return { output in plan.report(to: output.sink) }
    }
    let plan = try ClassifyCommand.windowPlan(shared, choice, hasHeadings: false)
    let labels =
      try shared.labels.isEmpty
      ? nil : choice.labels(in: shared.labels, among: choice.request.knownClassifications)
    return { output in
      guard shared.format ?? .text == .text, let screen = output.screen else {
        return plan.report(to: output.sink)
      }
      let filter = ResultFilter(
        count: shared.count ?? LivePanel.usualCount,
        minimumConfidence: shared.minimumConfidence ?? 0, labels: labels)
      return LivePanel(sink: output.sink, screen: screen, filter: filter)
    }
  }
}
