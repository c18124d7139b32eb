import SoundAnalysis
import SoundEvents

/// What the user asked `soundanalysis listen` to do.
struct ListenOptions {
  /// What listening has in common with classifying files, of which there are none.
  var shared = ClassifyOptions()

  /// The source to listen to through stalls and losses; nil for a microphone until it goes away.
  var source: LiveSource?

  /// How long to wait for a source, and whether to look for it again.
  var patience = LiveStream.Patience()

  /// The microphone as the user named it; nil for the usual one.
  var device: String?

  /// Seconds to listen; nil until interrupted.
  var duration: Double?

  /// Whether a microphone that went away is looked for again.
  var looksForMicrophone = false

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
      command: "soundanalysis listen", operands: "[SOURCE]", summary: summary, details: details,
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
        .number(
          "timeout", placeholder: "SECONDS",
          summary: "So long without a sound is a stall [10]",
          isLegal: { 0.1...86_400 ~= $0 }, expected: "a number of seconds from 0.1 to 86400"
        ) { options.patience.timeout = $0 },
        Option(
          "reconnect", placeholder: "SECONDS",
          summary: "Look for a lost source so long; 0, or forever"
        ) { (value) throws(UsageError) in
          options.patience.reconnect = try patience(value)
          options.looksForMicrophone = true
        },
        .window(usual: "1") { options.shared.windowDuration = $0 },
        .overlap(usual: "0.5, for events 0.75") { options.shared.overlapFactor = $0 },
        .count(
          "top", letter: "n", placeholder: "N",
          summary: "At most N sounds a window [1, on a terminal 5]"
        ) { options.shared.count = $0 },
        .minimumConfidence { options.shared.minimumConfidence = $0 },
        .labels { options.shared.labels.append($0) },
        .levelGate { options.shared.listening.gateLevel = $0 },
        .model { options.shared.model = $0 },
        .events { options.shared.wantsEvents = true },
        .profile { options.shared.profile = $0 },
        .format(summary: "Format, as for classify [text]") { options.shared.format = $0 },
        .output(summary: "Write results to a file") { options.shared.output = $0 },
        .help { options.shared.wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    if !options.shared.wantsHelp { try options.take(operands, parser.given) }
    return (options, parser.help)
  }

  /// Seconds, or nil for ever.
  private static func patience(_ value: Argument) throws(UsageError) -> Double? {
    if value.text == "forever" { return nil }
    guard let number = Double(value.text), 0...1e9 ~= number else {
      throw UsageError(
        option: "--reconnect", value: value.displayText,
        expected: "a number of seconds, 0 or more, or forever")
    }
    return number
  }

  private mutating func take(
    _ operands: [Argument], _ given: [OptionParser.Given]
  ) throws(UsageError) {
    if operands.count > 1 {
      throw UsageError("\(operands[1].displayText): expected one source, found \(operands.count)")
    }
    source = try operands.first.map { (operand) throws(UsageError) in try .live(operand) }
    if let operand = operands.first, let device {
      throw UsageError(
        "--device \(VisibleText.text(device)): expected either a microphone or a source, found "
          + "\(operand.displayText) besides")
    }
    if source == nil, given.contains(where: { $0.name == "timeout" }) {
      throw UsageError("--timeout: expected a pipe or an address to listen to besides")
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
    a block that is kept up to date, else a line a window. SOURCE listens to another
    live sound: - for standard input, a named pipe, or an address (http, https, rtp,
    rtsp, rtsps, tcp, tls, udp). Times are seconds since the start. Only the first
    channel is heard.
    """

  private static let details = """
    Without --device, the environment variable SOUNDANALYSIS_INPUT_DEVICE names the
    microphone, else PulseAudio (or PipeWire) is asked for the usual one, else ALSA.
    Ctrl-C ends it; what was heard so far is written first. A file of --output grows
    while the command listens.

    A SOURCE that stalls or goes away ends what is open and leaves a gap in the
    output, with the time by the clock. An address is connected again, after 0.5 s,
    1 s and so on up to 30 s; a named pipe is waited for; standard input has no way
    back once it has ended; a microphone is opened again with --reconnect only. What
    is no sound or may not be heard ends the command.

    Examples:
      soundanalysis listen
      soundanalysis listen --list-devices
      soundanalysis listen --device alsa:hw:1,0 --window 3
      soundanalysis listen --events --labels dog_bark,smoke_alarm --format jsonl
      soundanalysis listen rtsp://camera/stream --events --format jsonl
      arecord -f S16_LE -r 16000 -t wav | soundanalysis listen -
      soundanalysis listen --duration 3600 --format csv --output hour.csv

    Exit status: 0 all well, 1 no sound, or no more, 2 wrong usage.
    """
}
