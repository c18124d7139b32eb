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

  /// The file for the results; nil for standard output.
  var output: Argument?

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

  /// Whether the output can tell of one recording only.
  var holdsOneRecording: Bool {
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
        .number(
          "window", letter: "w", placeholder: "SECONDS",
          summary: "Length of a window [3, for events 1]",
          isLegal: { $0 > 0 }, expected: "a number of seconds above 0, such as 1.5"
        ) { options.windowDuration = $0 },
        .number(
          "overlap", placeholder: "F",
          summary: "Share that the next repeats [0.5, for events 0.75]",
          isLegal: { 0 <= $0 && $0 < 1 }, expected: "a number from 0 to less than 1, such as 0.5"
        ) { options.overlapFactor = $0 },
        .count(
          "top", letter: "n", placeholder: "N", summary: "At most N sounds a window [1]"
        ) { options.count = $0 },
        .number(
          "min-confidence", letter: "c", placeholder: "P", summary: "Only sounds this sure, 0 to 1",
          isLegal: { 0 <= $0 && $0 <= 1 }, expected: "a number from 0 to 1, such as 0.5"
        ) { options.minimumConfidence = $0 },
        Option(
          "labels", letter: "l", placeholder: "A,B", summary: "Only these labels"
        ) { (value) throws(UsageError) in
          guard !value.text.allSatisfy({ $0 == "," || $0 == " " }) else {
            throw UsageError(
              option: "--labels", value: value.displayText,
              expected: "labels with commas between them, such as dog_bark,cat_meow")
          }
          options.labels.append(value.text)
        },
        .file(
          "model", letter: "m", placeholder: "FILE", summary: "Use a Core ML sound classifier"
        ) { options.model = $0 },
        Option(
          switch: "events", letter: "e", summary: "Tell when each sound begins and ends"
        ) { options.wantsEvents = true },
        .file(
          "profile", letter: "p", placeholder: "FILE", summary: "Settings for events (JSON)"
        ) { options.profile = $0 },
        .choice(
          "format", letter: "f", placeholder: "FORMAT", summary: "Format, see below [text]"
        ) { options.format = $0 },
        .file(
          "merge-into", placeholder: "FILE", summary: "Add captions to SRT or WebVTT subtitles"
        ) { options.mergeTarget = $0 },
        .file(
          "output", letter: "o", placeholder: "FILE", summary: "Write results to a file"
        ) { options.output = $0.text == "-" ? nil : $0 },
        Option(switch: "help", letter: "h", summary: "Show this help") {
          options.wantsHelp = true
        },
      ])
    let files = try parser.parse(arguments)
    options.files = files
    if !options.wantsHelp { try options.check() }
    return (options, parser.help)
  }

  private func check() throws(UsageError) {
    guard !files.isEmpty else {
      throw UsageError("no file given: expected names of files, or - for standard input")
    }
    guard !files.contains(where: \.bytes.isEmpty) else {
      throw UsageError("a file name is empty")
    }
    guard files.count(where: { $0.text == "-" }) <= 1 else {
      throw UsageError("-: standard input can be read only once")
    }
    if holdsOneRecording, files.count > 1 {
      let option = mergeTarget.map { "--merge-into \($0.displayText)" }
      throw UsageError(
        "\(option ?? "--format \(format?.rawValue ?? "")"): expected one recording, "
          + "found \(files.count) files; call the command once for each")
    }
    if reportsEvents, let count {
      throw UsageError(
        option: "--top", value: "\(count)",
        expected: "windows, not events; --min-confidence or --labels limit events")
    }
    if let output, let identity = FileIdentity(path: output), identity.kind == .regular,
      let input = (files + [model, profile].compactMap(\.self)).first(where: {
        FileIdentity(path: $0) == identity
      })
    {
      throw UsageError(
        option: "--output", value: output.displayText,
        expected: "another file than the input \(input.displayText)")
    }
  }

  private static let summary = """
    Names the sounds in recordings, window by window or as events: the time in
    seconds, the sound and how sure the classifier is. FILE is any recording or
    video, or - for standard input. Only the first channel is heard.
    """

  private static let details = """
    Without --top, each window shows its surest sound, or with --min-confidence or
    --labels all that they let through. 'soundanalysis labels' lists the labels.
    Events (--events, --profile, --merge-into) have a beginning and an end; for them
    --min-confidence is the least peak.

    Formats: text, json, jsonl, csv or tsv for windows and events; for events alone
    audacity (label track), raven (selection table), srt or vtt (captions such as
    [dog barking]), rttm, textgrid (Praat).

    Examples:
      soundanalysis classify birds.mp3
      soundanalysis classify --events party.m4a
      soundanalysis classify --window 1 --top 3 --min-confidence 0.2 party.m4a
      soundanalysis classify --labels dog_bark,cat_meow --format csv *.wav
      soundanalysis classify --format audacity --output labels.txt birds.mp3
      soundanalysis classify --merge-into film.srt --output captions.srt film.mkv
      ffmpeg -i URL -f wav - | soundanalysis classify -

    Exit status: 0 all well, 1 a file failed, 2 wrong usage.
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
