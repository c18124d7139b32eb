import SoundServer

/// `soundanalysis serve`: the web app and the HTTP API.
enum ServeCommand {
  /// Runs the command on the arguments after `serve`; returns when the server has ended.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis serve") {
      let parsed = try parse(arguments)
      if parsed.wantsHelp { return try StandardOutput.print(parsed.help) }
      try Server(parsed.options, engine: AnalysisEngine()).run { address in
        console.say("open \(address.url) in a browser; Ctrl-C ends it")
      }
      return .success
    }
  }

  private static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: ServeOptions, wantsHelp: Bool, help: String) {
    var options = ServeOptions()
    var wantsHelp = false
    let parser = OptionParser(
      command: "soundanalysis serve", operands: "", summary: summary, details: details,
      options: [
        Option("host", placeholder: "ADDRESS", summary: "Listen on this address [127.0.0.1]") {
          (value) throws(UsageError) in
          guard ServeOptions.isAddress(value.text) else {
            throw UsageError(
              option: "--host", value: value.displayText,
              expected: "a numeric address, such as 127.0.0.1, 0.0.0.0 or ::1")
          }
          options.host = value.text
        },
        .number(
          "port", letter: "p", placeholder: "N",
          summary: "Listen on this port, 0 for a free one [8080]",
          isLegal: { (0...65_535).contains($0) && $0 == $0.rounded() },
          expected: "a whole number from 0 to 65535"
        ) { options.port = UInt16($0) },
        Option("token", placeholder: "TEXT", summary: "Ask clients for this token") {
          (value) throws(UsageError) in
          guard value.text.utf8.count >= 8, value.text.allSatisfy(\.isTokenCharacter) else {
            throw UsageError(
              option: "--token", value: "…",
              expected: "at least 8 letters, digits or any of - . _ ~")
          }
          options.token = value.text
        },
        Option("allow-host", placeholder: "NAME", summary: "Answer to this name as well") {
          (value) throws(UsageError) in
          guard ServeOptions.isHost(value.text) else {
            throw UsageError(
              option: "--allow-host", value: value.displayText,
              expected: "a name without scheme, port or path, such as sounds.example")
          }
          options.allowedHosts.append(value.text)
        },
        .number(
          "max-upload", placeholder: "MB", summary: "Largest recording [2000]",
          isLegal: { $0 > 0 && $0 <= 1e7 }, expected: "a number of megabytes above 0"
        ) { options.mostUploadBytes = Int64($0 * 1e6) },
        .number(
          "max-duration", placeholder: "HOURS", summary: "Longest recording [12]",
          isLegal: { $0 > 0 && $0 <= 168 }, expected: "a number of hours above 0, at most 168"
        ) { options.longestSeconds = $0 * 3600 },
        .count("max-jobs", placeholder: "N", summary: "Most recordings kept at once [200]") {
          options.mostJobs = $0
        },
        .number(
          "keep", placeholder: "HOURS", summary: "Forget recordings unused for so long [24]",
          isLegal: { $0 > 0 && $0 <= 8760 }, expected: "a number of hours above 0"
        ) { options.jobHours = $0 },
        .count(
          "jobs", letter: "j", placeholder: "N", summary: "Recordings classified at the same time"
        ) {
          options.concurrency = $0
        },
        .number(
          "max-requests", placeholder: "N", summary: "Requests a second of one client [200]",
          isLegal: { $0 >= 1 && $0 <= 1e6 }, expected: "a number from 1 to 1000000"
        ) { options.requestsPerSecond = $0 },
        .number(
          "max-uploads", placeholder: "N", summary: "Uploads a minute of one client [120]",
          isLegal: { $0 >= 1 && $0 <= 1e6 }, expected: "a number from 1 to 1000000"
        ) { options.uploadsPerMinute = $0 },
        .help { wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    if let operand = operands.first, !wantsHelp {
      throw UsageError("\(operand.displayText): expected options only")
    }
    return (options, wantsHelp, parser.help)
  }

  private static let summary = """
    Opens the web app, in which recordings are seen and heard, and the HTTP API for
    other programs. Only this machine is served, unless --host says otherwise; then
    clients need the token that is printed at the start.
    """

  private static let details = """
    The API is described at /api/v1/openapi.json. Recordings lie in a temporary
    folder and vanish when the server ends.

    Examples:
      soundanalysis serve
      soundanalysis serve --host 0.0.0.0 --port 9000
      curl --data-binary @birds.mp3 -H 'Content-Type: audio/mpeg' \\
        http://127.0.0.1:8080/api/v1/classify
    """
}

extension Character {
  /// Whether it may stand in an access token: a letter, a digit, or one of `-._~`.
  fileprivate var isTokenCharacter: Bool {
    isASCII && (isLetter || isNumber || "-._~".contains(self))
  }
}
