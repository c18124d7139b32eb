/// What the user asked `soundanalysis train` to do.
struct TrainOptions {
  /// Where background comes from.
  enum Background: Equatable {
    /// It is made in code.
    case synthesized
    /// It is made in code, and there are recordings in a folder.
    case folder(Argument)
    /// There is none but what the labels say.
    case none
  }

  /// The folder of folders, or the table of labels.
  var source = Argument("")

  /// The file for the model.
  var output = Argument("")

  /// The length of a window, seconds.
  var windowDuration = 0.975

  /// The share of a window that the next one hears again.
  var overlapFactor = 0.5

  /// The share of each label's recordings that validates; 0 for none.
  var validationShare = 0.2

  /// Where background comes from.
  var background = Background.synthesized

  /// The most steps of the optimization.
  var maximumStepCount = 25

  /// What the choice of the validating recordings and the background are made from.
  var seed = 1

  /// The confidence at which false alarms are counted.
  var threshold = 0.5

  /// Whether the user only wants the help.
  var wantsHelp = false
}

extension TrainOptions {
  /// Parses the arguments after `train`.
  ///
  /// - Returns: the options, and the help of the command.
  static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: TrainOptions, help: String) {
    var options = TrainOptions()
    var output: Argument?
    let parser = OptionParser(
      command: "soundanalysis train", operands: "FOLDER|TABLE", summary: summary,
      details: details,
      options: [
        .file("output", letter: "o", placeholder: "FILE", summary: "Write the model there") {
          output = $0
        },
        .number(
          "window", letter: "w", placeholder: "SECONDS", summary: "Length of a window [0.975]",
          isLegal: { (0.5...15).contains($0) }, expected: "a number of seconds from 0.5 to 15"
        ) { options.windowDuration = $0 },
        .overlap(usual: "0.5") { options.overlapFactor = $0 },
        .number(
          "validation", placeholder: "F", summary: "Share of recordings to judge by [0.2]",
          isLegal: { 0 <= $0 && $0 < 1 }, expected: "a number from 0 to less than 1, such as 0.2"
        ) { options.validationShare = $0 },
        .file("background", placeholder: "FOLDER|none", summary: "Other sounds [made in code]") {
          options.background = $0.text == "none" ? .none : .folder($0)
        },
        .count("max-iterations", placeholder: "N", summary: "At most N steps of learning [25]") {
          options.maximumStepCount = $0
        },
        .number(
          "threshold", letter: "c", placeholder: "P", summary: "Count false alarms from P on [0.5]",
          isLegal: { 0 < $0 && $0 <= 1 }, expected: "a number above 0 and at most 1, such as 0.5"
        ) { options.threshold = $0 },
        Option("seed", placeholder: "N", summary: "Another number, another choice [1]") {
          value throws(UsageError) in
          guard let seed = Int(value.text) else {
            throw UsageError(
              option: "--seed", value: value.displayText, expected: "a whole number, such as 1")
          }
          options.seed = seed
        },
        .help { options.wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    if options.wantsHelp { return (options, parser.help) }
    guard let source = operands.first, operands.count == 1, !source.bytes.isEmpty else {
      throw UsageError(
        "found \(operands.count) operands: expected one, a folder of folders named by label or a "
          + "table of labels")
    }
    guard let output, output.text != "-" else {
      throw UsageError("no --output given: expected the name of a file, such as Mine.mlmodel")
    }
    options.source = source
    options.output = output
    try options.outputs.checkThatNoneIs(among: [source])
    return (options, parser.help)
  }

  /// The file that is going to be written.
  var outputs: OutputPlan { OutputPlan([("--output", output)]) }

  private static let summary = """
    Trains a classifier on recordings of your own: a folder with a folder for each
    label, or a table (CSV) with the columns file,label. Some twenty short clips a
    label make a good start. The model is a Core ML file for 'classify --model'.
    """

  private static let details = """
    What is heard when none of your sounds is there needs a label too: a folder
    called background, noise, silence, other or so, or one given with --background.
    Silence, noises, hum and clicks made in code are added to it, and get the label
    background where there is none; --background none leaves them out.

    The table on standard output tells how the recordings that were not learned from
    are named, and how often in an hour of held-out noise and silence each label
    would be a false alarm. With the usual window the model also runs on Apple's
    systems. The same recordings, options and machine give the same bytes.

    Examples:
      soundanalysis train -o Mine.mlmodel clips
      soundanalysis train -o Birds.mlmodel --window 3 --background street birds.csv
      soundanalysis classify --model Mine.mlmodel recording.wav

    Exit status: 0 all well, 1 a recording was left out or the training failed,
    2 wrong usage or labels.
    """
}
