/// What the user asked `soundanalysis evaluate` to do.
struct EvaluateOptions {
  /// How the scores of a clip's windows become its score.
  enum ClipScore: String, CaseIterable, Sendable {
    /// The mean: what is heard all along counts most.
    case mean
    /// The maximum: what is heard once counts as well.
    case max
  }

  /// The folder of folders, or the table of labels.
  var source = Argument("")

  /// The length of a window, seconds; nil for the usual one.
  var windowDuration: Double?

  /// The share of a window that the next one hears again; nil for the usual one.
  var overlapFactor: Double?

  /// The model file; nil for the built-in classifier.
  var model: Argument?

  /// The file with settings for events; nil for the usual ones.
  var profile: Argument?

  /// How a clip's score is made; nil for the mean, or the maximum where labels have times.
  var clipScore: ClipScore?

  /// The least score of an answer, where clips may have several labels.
  var threshold = 0.5

  /// Whether labels that the classifier does not know are left out.
  var skipsUnknown = false

  /// How many clips are analysed at the same time; nil for one a core.
  var jobs: Int?

  /// The file for the report as JSON; nil for none.
  var jsonFile: Argument?

  /// The file for the report as a page; nil for none.
  var pageFile: Argument?

  /// Whether the user only wants the help.
  var wantsHelp = false
}

extension EvaluateOptions {
  /// Parses the arguments after `evaluate`.
  ///
  /// - Returns: the options, and the help of the command.
  static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: EvaluateOptions, help: String) {
    var options = EvaluateOptions()
    let parser = OptionParser(
      command: "soundanalysis evaluate", operands: "FOLDER|TABLE", summary: summary,
      details: details,
      options: [
        .window(usual: "3, with times 1") { options.windowDuration = $0 },
        .overlap(usual: "0.5, with times 0.75") { options.overlapFactor = $0 },
        .model(summary: "Evaluate a Core ML sound classifier") { options.model = $0 },
        .profile { options.profile = $0 },
        .choice(
          "clip-score", placeholder: "HOW", summary: "mean or max of windows [mean, with times max]"
        ) { options.clipScore = $0 },
        .number(
          "threshold", placeholder: "P", summary: "Least score of an answer, see below [0.5]",
          isLegal: { 0 <= $0 && $0 <= 1 }, expected: "a number from 0 to 1, such as 0.5"
        ) { options.threshold = $0 },
        Option(
          switch: "skip-unknown", summary: "Leave labels out that the classifier lacks"
        ) { options.skipsUnknown = true },
        .jobs(summary: "Analyse N clips at a time [one a core]") { options.jobs = $0 },
        .file("json", placeholder: "FILE", summary: "Write the report as JSON, - for output") {
          options.jsonFile = $0
        },
        .file("html", placeholder: "FILE", summary: "Write the report as a page with plots") {
          options.pageFile = $0
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
    if [options.jsonFile, options.pageFile].count(where: { $0?.text == "-" }) > 1 {
      throw UsageError("-: only one report can go to standard output")
    }
    options.source = source
    try options.outputs.checkThatAllDiffer()
    try options.outputs.checkThatNoneIs(
      among: [source] + [options.model, options.profile].compactMap(\.self))
    return (options, parser.help)
  }

  /// The files that are going to be written.
  var outputs: OutputPlan {
    OutputPlan(
      [("--json", jsonFile), ("--html", pageFile)].filter { $0.1?.text != "-" }
        .map { (option: $0.0, path: $0.1) })
  }

  private static let summary = """
    Says how good the answers are on recordings whose sounds are known: a folder with
    a folder for each label, or a table (CSV) with the columns file,label or
    file,label,onset,offset, times in seconds. Files in a table are looked for beside
    it. Reports accuracy, precision, recall and average precision of each label, who
    is taken for whom, and how far a confidence can be believed; with times, also
    event-based and segment-based F1.
    """

  private static let details = """
    Where every clip has one label, the answer is the label with the highest score;
    else every label with at least the threshold's. The figures are those of
    scikit-learn and sed_eval; Documentation/Evaluation.md defines them.

    Examples:
      soundanalysis evaluate clips
      soundanalysis evaluate --html report.html --json report.json labels.csv
      soundanalysis evaluate --model birds.mlmodel --skip-unknown clips

    Exit status: 0 all well, 1 a clip failed, 2 wrong usage or labels.
    """
}
