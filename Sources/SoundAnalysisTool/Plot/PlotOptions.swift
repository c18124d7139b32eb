private import SoundEvents

/// What the user asked `soundanalysis plot` to do.
struct PlotOptions {
  /// The formats of pictures, which the ending of a name tells apart.
  enum Format: String, CaseIterable {
    case png, svg
  }

  /// The recording.
  var file = Argument("")
  /// The file for the picture.
  var output = Argument("")
  /// What is drawn into.
  var format = Format.png
  /// What stands over the picture; nil for the name of the recording, empty for nothing.
  var title: String?
  /// The width of the picture, in units of 1/96 inch.
  var width = 1200.0
  /// The height of the picture; nil for as much as the lanes need.
  var height: Double?
  /// The dots of a PNG picture for each unit.
  var scale = 2.0
  /// The most lanes.
  var laneCount = 12
  /// What is heard, and how events are cut.
  var hearing = ClassifyOptions()
  /// Whether the user only wants the help.
  var wantsHelp = false

  /// The most dots that a PNG picture may have: 100 MB of memory.
  private static let mostDots = 25e6
  private static let sides = 240.0...6000

  /// Parses the arguments after `plot`.
  ///
  /// - Returns: the options, and the help of the command.
  static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: PlotOptions, help: String) {
    var options = PlotOptions()
    var output: Argument?
    let sides = "a number from 240 to 6000"
    let parser = OptionParser(
      command: "soundanalysis plot", operands: "FILE", summary: summary, details: details,
      options: [
        .file(
          "output", letter: "o", placeholder: "FILE", summary: "Draw into FILE.png or FILE.svg"
        ) { output = $0 },
        Option("title", letter: "t", placeholder: "TEXT", summary: "Title [the file's name]") {
          options.title = $0.text
        },
        .number(
          "width", placeholder: "N", summary: "Width in units of 1/96 inch [1200]",
          isLegal: Self.sides.contains, expected: sides
        ) { options.width = $0 },
        .number(
          "height", placeholder: "N", summary: "Height [as much as the lanes need]",
          isLegal: Self.sides.contains, expected: sides
        ) { options.height = $0 },
        .number(
          "scale", placeholder: "F", summary: "Dots of a PNG for each unit [2]",
          isLegal: { (0.5...8).contains($0) }, expected: "a number from 0.5 to 8"
        ) { options.scale = $0 },
        .count("top", letter: "n", placeholder: "N", summary: "At most N lanes [12]") {
          options.laneCount = $0
        },
        .window(usual: FixedDecimal.shortText(EventWindows.duration) ?? "") {
          options.hearing.windowDuration = $0
        },
        .overlap(usual: FixedDecimal.shortText(EventWindows.overlapFactor) ?? "") {
          options.hearing.overlapFactor = $0
        },
        .minimumConfidence(summary: "Only events with this peak, 0 to 1") {
          options.hearing.minimumConfidence = $0
        },
        .labels { options.hearing.labels.append($0) },
        .model { options.hearing.model = $0 },
        .profile { options.hearing.profile = $0 },
        .help { options.wantsHelp = true },
      ])
    let files = try parser.parse(arguments)
    if !options.wantsHelp { try options.check(files, output) }
    return (options, parser.help)
  }

  private mutating func check(_ files: [Argument], _ output: Argument?) throws(UsageError) {
    guard files.count == 1, let file = files.first, !file.bytes.isEmpty else {
      throw UsageError("expected the name of one recording, found \(files.count)")
    }
    // The events say how long the recording is; only then can it be drawn.
    if file.text == "-" || FileIdentity(path: file)?.kind == .other {
      throw UsageError(
        "\(file.displayText): a plot reads the recording twice; expected a file, not a pipe")
    }
    guard let output else {
      throw UsageError("no --output given: expected a name that ends with .png or .svg")
    }
    let ending = output.text.split(separator: ".").last?.lowercased() ?? ""
    guard output.text.contains("."), let format = Format(rawValue: ending) else {
      throw UsageError(
        option: "--output", value: output.displayText,
        expected: "a name that ends with .png or .svg")
    }
    try OutputPlan([("--output", output)])
      .checkThatNoneIs(among: [file] + [hearing.model, hearing.profile].compactMap(\.self))
    self.file = file
    self.output = output
    self.format = format
  }

  /// Refuses a PNG picture that would take too much memory.
  func check(height: Double) throws(UsageError) {
    let dots = width * height * scale * scale
    if format == .png, dots > Self.mostDots {
      throw UsageError(
        "found a picture of \(Int(width * scale)) x \(Int(height * scale)) dots, expected at most "
          + "\(Int(Self.mostDots / 1e6)) million; choose less --width, --height or --scale")
    }
  }

  private static let summary = """
    Draws a recording: its spectrogram, and under it a lane for each sound that was
    heard, with the events in it. FILE is any recording or video.
    """

  private static let details = """
    The lanes show the labels that were heard for the longest time, weighted by
    confidence; the number in an event is its highest confidence. The spectrogram is
    of the mean of all channels.

    Examples:
      soundanalysis plot -o birds.png birds.mp3
      soundanalysis plot -o figure.svg --title "Dawn, 5 May" --width 680 dawn.flac
      soundanalysis plot -o dogs.png --profile dogs.json --labels dog night.wav

    Exit status: 0 all well, 1 the recording or the picture failed, 2 wrong usage.
    """
}
