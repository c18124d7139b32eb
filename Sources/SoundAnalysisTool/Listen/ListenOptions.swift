import SoundEvents

/// What the user asked `soundanalysis listen` to do.
struct ListenOptions {
  /// What listening has in common with classifying files, of which there are none.
  var shared = ClassifyOptions()

  /// The microphone as the user named it; nil for the usual one.
  var device: String?

  /// Seconds to listen; nil until interrupted.
  var duration: Double?

  /// Whether the user wants to know which microphones there are.
  var wantsDevices = false

  /// The length of a window where the user gives none, in seconds: short, for answers soon.
  static let usualWindowDuration = 1.0
}

extension ListenOptions {
  /// Parses the arguments after `listen`.
  ///
  /// - Returns: the options, and the help of the command.
  static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: ListenOptions, help: String) {
    var options = ListenOptions()
    let parser = OptionParser(
      command: "soundanalysis listen", operands: "", summary: summary, details: details,
      options: [
        Option(
          "device", letter: "d", placeholder: "NAME", summary: "Listen to this microphone"
        ) { (value) throws(UsageError) in
          guard !value.bytes.isEmpty, value.isText else {
            throw UsageError(
              option: "--device", value: value.displayText,
              expected: "a name that --list-devices shows")
          }
          options.device = value.text
        },
        Option(switch: "list-devices", summary: "List the microphones") {
          options.wantsDevices = true
        },
        .number(
          "duration", placeholder: "SECONDS", summary: "Listen so long [until Ctrl-C]",
          isLegal: { $0 > 0 && $0 <= 1e9 }, expected: "a number of seconds above 0, such as 60"
        ) { options.duration = $0 },
        .window(usual: "1") { options.shared.windowDuration = $0 },
        .overlap(usual: "0.5, for events 0.75") { options.shared.overlapFactor = $0 },
        .count(
          "top", letter: "n", placeholder: "N",
          summary: "At most N sounds a window [1, on a terminal 5]"
        ) { options.shared.count = $0 },
        .minimumConfidence { options.shared.minimumConfidence = $0 },
        .labels { options.shared.labels.append($0) },
        .model { options.shared.model = $0 },
        .events { options.shared.wantsEvents = true },
        .profile { options.shared.profile = $0 },
        .format(summary: "Format, as for classify [text]") { options.shared.format = $0 },
        .output(summary: "Write results to a file") { options.shared.output = $0 },
        .help { options.shared.wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    if !options.shared.wantsHelp { try options.check(operands) }
    return (options, parser.help)
  }

  private func check(_ operands: [Argument]) throws(UsageError) {
    if let operand = operands.first {
      throw UsageError(
        "\(operand.displayText): expected options only; 'soundanalysis classify' takes files, "
          + "and a microphone goes with --device")
    }
    try OutputPlan([("--output", shared.output)])
      .checkThatNoneIs(among: [shared.model, shared.profile].compactMap(\.self))
    if shared.reportsEvents, let count = shared.count {
      throw UsageError(
        option: "--top", value: "\(count)",
        expected: "windows, not events; --min-confidence or --labels limit events")
    }
  }

  private static let summary = """
    Names the sounds that a microphone hears, while it hears them: on a terminal in
    a block that is kept up to date, else a line a window. Times are seconds since
    the start. Only the first channel is heard.
    """

  private static let details = """
    Without --device, the environment variable SOUNDANALYSIS_INPUT_DEVICE names the
    microphone, else PulseAudio (or PipeWire) is asked for the usual one, else ALSA.
    Ctrl-C ends it; what was heard so far is written first. A file of --output grows
    while the command listens.

    Examples:
      soundanalysis listen
      soundanalysis listen --list-devices
      soundanalysis listen --device alsa:hw:1,0 --window 3
      soundanalysis listen --events --labels dog_bark,smoke_alarm --format jsonl
      soundanalysis listen --duration 3600 --format csv --output hour.csv

    Exit status: 0 all well, 1 no microphone or it went away, 2 wrong usage.
    """
}
