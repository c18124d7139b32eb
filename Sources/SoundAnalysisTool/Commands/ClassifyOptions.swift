import SoundEvents

/// What the user asked `soundanalysis classify` to do.
struct ClassifyOptions {
  /// The files, in order; `-` is standard input.
  var files: [Argument] = []

  /// The length of a window, seconds; nil for the classifier's own.
  var windowDuration: Double?

  /// The share of a window that the next one hears again, 0 to less than 1; nil for the usual one.
  var overlapFactor: Double?

  /// The most sounds to tell of in a window; nil for the usual count.
  var count: Int?

  /// The least confidence to tell of, 0...1; nil for any.
  var minimumConfidence: Double?

  /// The texts of `--labels`, not yet looked up.
  var labels: [String] = []

  /// The model file; nil for the built-in classifier.
  var model: Argument?

  /// Whether to tell of events instead of windows; some other options imply it.
  var wantsEvents = false

  /// The file with settings for events; nil for the usual ones.
  var profile: Argument?

  /// The subtitle file to merge captions into; nil for none.
  var mergeTarget: Argument?

  /// The format of the results; nil for text, or for that of the subtitles.
  var format: EventFormat?

  /// What is heard of each recording, and how.
  var listening = ListeningChoices()

  /// The file for the results; nil for standard output.
  var output: Argument?

  /// The files with lists of more files; `-` is standard input.
  var lists: [Argument] = []

  /// How many files are analysed at the same time; nil for one a core.
  var jobs: Int?

  /// Whether results that are in the output folder already are kept.
  var wantsResume = false

  /// The file for a list of what failed; nil for none.
  var failureList: Argument?

  /// Whether to say where the processor's time went.
  var wantsTimeProfile = false

  /// The options as they were given.
  var given: [OptionParser.Given] = []

  /// Whether the user only wants the help.
  var wantsHelp = false

  /// The most sounds to tell of in a window: one, or all where something else limits them.
  var effectiveCount: Int {
    count ?? (minimumConfidence == nil && labels.isEmpty ? 1 : .max)
  }

  /// Whether to tell of events instead of windows.
  var reportsEvents: Bool {
    wantsEvents || profile != nil || mergeTarget != nil || format?.holdsWindows == false
  }

  /// The folder that gets a file for each recording; nil where there is one output for all.
  ///
  /// An output is a folder where one is there, where its name ends in a slash, or to resume.
  var outputFolder: Argument? {
    guard let output else { return nil }
    let isFolder =
      wantsResume || output.bytes.last == UInt8(ascii: "/")
      || FileIdentity(path: output)?.kind == .directory
    return isFolder ? output : nil
  }

  /// The ending of the files in an output folder, without the first dot.
  var fileExtension: String { (format ?? .text).fileExtension }

  /// Whether the output can tell of one recording only.
  var holdsOneRecording: Bool { outputFolder == nil && eachFileHoldsOneRecording }

  /// Whether a file of results, in a folder of them or alone, can tell of one recording only.
  private var eachFileHoldsOneRecording: Bool {
    mergeTarget != nil || format?.holdsSeveralRecordings == false
  }
}

extension ClassifyOptions {
  /// Parses the arguments after `classify`.
  ///
  /// - Returns: the options, and the help of the command.
  static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: ClassifyOptions, help: String) {
    var options = ClassifyOptions()
    let parser = OptionParser(
      command: "soundanalysis classify", operands: "FILE…", summary: summary, details: details,
      options: [
        .window(usual: "3, for events 1") { options.windowDuration = $0 },
        .overlap(usual: "0.5, for events 0.75") { options.overlapFactor = $0 },
        .count(
          "top", letter: "n", placeholder: "N", summary: "At most N sounds a window [1]"
        ) { options.count = $0 },
        .minimumConfidence { options.minimumConfidence = $0 },
        .labels { options.labels.append($0) },
        .model { options.model = $0 },
        .events { options.wantsEvents = true },
        .profile { options.profile = $0 },
        .format(summary: "Format, see below [text]") { options.format = $0 },
        .file(
          "merge-into", placeholder: "FILE", summary: "Add captions to SRT or WebVTT subtitles"
        ) { options.mergeTarget = $0 },
        .output(summary: "Write results to a file or a folder") { options.output = $0 },
        .file(
          "from", placeholder: "LIST", summary: "Take names of files from a list, - for input"
        ) { options.lists.append($0) },
        .jobs(summary: "Analyse N files at a time, up to 256 [one a core]") { options.jobs = $0 },
        Option(switch: "resume", summary: "Keep results that the output folder has") {
          options.wantsResume = true
        },
        .file(
          "failures", placeholder: "FILE", summary: "List what failed, as JSON lines"
        ) { options.failureList = $0 },
        Option(switch: "profile-time", summary: "Say at the end where time went") {
          options.wantsTimeProfile = true
        },
      ] + ListeningChoices.options { $0(&options.listening) } + [
        .help { options.wantsHelp = true }
      ])
    let files = try parser.parse(arguments)
    options.files = files
    options.given = parser.given
    if !options.wantsHelp { try options.check() }
    return (options, parser.help)
  }

  private func check() throws(UsageError) {
    guard !files.isEmpty || !lists.isEmpty else {
      throw UsageError(
        "no file given: expected names of files or folders, or - for standard input")
    }
    guard !files.contains(where: \.bytes.isEmpty) else {
      throw UsageError("a file name is empty")
    }
    guard (files + lists).count(where: { $0.text == "-" }) <= 1 else {
      throw UsageError("-: standard input can be read only once")
    }
    if holdsOneRecording, files.count > 1 { throw severalRecordings(files.count) }
    if wantsResume, output == nil {
      throw UsageError("--resume: expected --output with the folder to go on with")
    }
    if mergeTarget != nil, let outputFolder {
      throw UsageError(
        option: "--output", value: outputFolder.displayText,
        expected: "a file, as --merge-into makes one")
    }
    if eachFileHoldsOneRecording, listening.channel == .each {
      let option = mergeTarget.map { "--merge-into \($0.displayText)" }
      throw UsageError(
        "\(option ?? "--format \(format?.rawValue ?? "")"): expected one channel, found "
          + "--channel each; call the command once for each")
    }
    try listening.check()
    if reportsEvents, let count {
      throw UsageError(
        option: "--top", value: "\(count)",
        expected: "windows, not events; --min-confidence or --labels limit events")
    }
    try outputs.checkThatAllDiffer()
    let inputs = files + lists + [model, profile].compactMap(\.self)
    try outputs.checkThatNoneIs(among: inputs)
    // Captions may be merged into the very file, which is read before it is replaced.
    if let mergeTarget {
      try OutputPlan([("--failures", failureList)]).checkThatNoneIs(among: [mergeTarget])
    }
  }

  /// The files that are going to be written, but those of an output folder.
  var outputs: OutputPlan {
    OutputPlan([
      ("--output", outputFolder == nil ? output : nil), ("--failures", failureList),
    ])
  }

  /// Says that the output cannot tell of several recordings.
  func severalRecordings(_ count: Int) -> UsageError {
    let option = mergeTarget.map { "--merge-into \($0.displayText)" }
    return UsageError(
      "\(option ?? "--format \(format?.rawValue ?? "")"): expected one recording, "
        + "found \(count) files; call the command once for each"
        + (mergeTarget == nil ? ", or give a folder with --output" : ""))
  }

  private static let summary = """
    Names the sounds in recordings, window by window or as events: the time in
    seconds, the sound and how sure the classifier is. FILE is any recording or
    video, a folder of them, a pattern such as 'day*/**/*.wav', or - for standard
    input.
    """

  private static let details = """
    Without --top, each window shows its surest sound, or with --min-confidence or
    --labels all that they let through. 'soundanalysis labels' lists the labels.
    Events (--events, --profile, --merge-into) have a beginning and an end; for them
    --min-confidence is the least peak.

    Folders are searched with all below them; files that are no recordings are
    passed over. An output that is a folder, or ends in /, gets a file for each
    recording; --resume goes on with it after a run that was stopped.

    --channel auto hears the mean of all, and the loudest alone where the mean loses
    the sound. --tail align moves the last window back to end with the recording and
    hears a shorter recording as it is; pad fills up with silence; drop leaves out.

    Formats: text, json, jsonl, csv or tsv for windows and events; for events alone
    audacity (label track), raven (selection table), srt or vtt (captions such as
    [dog barking]), rttm, textgrid (Praat).

    Examples:
      soundanalysis classify birds.mp3
      soundanalysis classify --events party.m4a
      soundanalysis classify --window 1 --top 3 --min-confidence 0.2 party.m4a
      soundanalysis classify --labels dog_bark,cat_meow --format csv *.wav
      soundanalysis classify --format audacity --output labels.txt birds.mp3
      soundanalysis classify --output results/ --resume --format json recordings
      soundanalysis classify --channel each --start 1:30 --end 2:00 meeting.wav
      soundanalysis classify --highpass 120 --filter afftdn --normalize street.wav
      soundanalysis classify --merge-into film.srt --output captions.srt film.mkv
      ffmpeg -i URL -f wav - | soundanalysis classify -

    Exit status: 0 all well, 1 a file failed, 2 wrong usage.
    An interrupted run writes what it heard: 130, by SIGTERM 143, by SIGHUP 129.
    """
}

extension EventFormat {
  /// Whether windows can be written in the format; the others are made for events.
  var holdsWindows: Bool {
    switch self {
    case .text, .json, .jsonl, .csv, .tsv: true
    case .audacity, .raven, .srt, .vtt, .rttm, .textgrid: false
    }
  }
}
