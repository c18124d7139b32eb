import SoundEvents

/// The command itself: finds the subcommand and hands on to it.
enum SoundAnalysisCommand {
  private static let name = "soundanalysis"
  private static let subcommands = [
    "classify", "listen", "plot", "evaluate", "train", "labels", "model", "serve",
  ]

  /// Runs the command.
  ///
  /// - Parameter arguments: what follows the name of the program.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    var wantsHelp = false
    var wantsVersion = false
    let parser = OptionParser(
      command: name, operands: "COMMAND …", summary: summary, details: details,
      options: [
        Option(switch: "help", letter: "h", summary: "Show this help") { wantsHelp = true },
        Option(switch: "version", summary: "Show the version") { wantsVersion = true },
      ], stopsAtOperand: true)
    return console.status(of: name) {
      let operands = try parser.parse(arguments)
      if wantsHelp { return try StandardOutput.print(parser.help) }
      if wantsVersion { return try StandardOutput.print("\(name) \(Version.current)\n") }
      return try runSubcommand(operands, help: parser.help, console: console)
    }
  }

  private static func runSubcommand(
    _ operands: [Argument], help: String, console: Console
  ) throws -> ExitStatus {
    guard let first = operands.first else {
      throw UsageError("no command given: expected \(subcommands.joinedAsAlternatives)")
    }
    let rest = Array(operands.dropFirst())
    switch first.text {
    case "classify": return ClassifyCommand.run(rest, console: console)
    case "listen": return ListenCommand.run(rest, console: console)
    case "plot": return PlotCommand.run(rest, console: console)
    case "evaluate": return EvaluateCommand.run(rest, console: console)
    case "train": return TrainCommand.run(rest, console: console)
    case "labels": return LabelsCommand.run(rest, console: console)
    case "model": return ModelCommand.run(rest, console: console)
    case "serve": return ServeCommand.run(rest, console: console)
    case "help":
      guard let topic = rest.first else { return try StandardOutput.print(help) }
      return try runSubcommand([topic, Argument("--help")], help: help, console: console)
    default: throw unknownCommand(first)
    }
  }

  private static func unknownCommand(_ command: Argument) -> UsageError {
    let name = command.displayText
    if let near = subcommands.nearest(to: command.text, count: 1).first {
      return UsageError("there is no command '\(name)'; did you mean '\(near)'?")
    }
    if FileIdentity(path: command) != nil || name.contains(".") {
      return UsageError("'\(name)' is no command; for a file, write classify before its name")
    }
    return UsageError(
      "there is no command '\(name)': expected \(subcommands.joinedAsAlternatives)")
  }

  private static let summary = """
    Names the sounds in recordings - laughter, a dog bark, an acoustic guitar - and
    says when they are heard and how sure it is.
    """

  private static let details = """
    Commands:
      classify           Name the sounds in files, window by window
      listen             Name the sounds that a microphone hears
      plot               Draw a recording with its events
      evaluate           Say how good the answers are on labelled recordings
      train              Train a classifier on your own recordings
      labels             List the labels that a classifier knows
      model              Look into a Core ML model, or write its Swift class
      serve              Open the web app and the HTTP API

    Examples:
      soundanalysis classify birds.mp3
      soundanalysis classify --help
    """
}
