import SoundAnalysis

/// A recording that the user named.
struct InputFile {
  /// What messages call it.
  let name: String

  private let argument: Argument

  /// Takes a name from the command line; `-` is standard input.
  init(_ argument: Argument) {
    self.argument = argument
    name = argument.text == "-" ? "standard input" : argument.displayText
  }

  /// Opens the recording to hear it.
  ///
  /// The user is told of a pipe that gives nothing for a while.
  func analyzer(_ listening: Listening) throws -> SNAudioFileAnalyzer {
    let watch = ReadWatch(timeout: .seconds(Self.longestQuiet), isLive: false) { [name] in
      Console().say("\(name): nothing has come for \(Self.longestQuiet) s; still waiting")
    }
    return try SNAudioFileAnalyzer(source: source(), listening: listening, watch: watch)
  }

  /// Seconds in which a pipe may give nothing before the user is told.
  private static let longestQuiet = 10

  /// Opens the recording to read its samples.
  func decoder() throws -> AudioDecoder {
    try AudioDecoder(source())
  }

  private func source() throws -> AudioSource {
    if argument.text == "-" {
      guard isatty(STDIN_FILENO) == 0 else { throw InputError.terminal }
      return .standardInput
    }
    return argument.isText ? .file(path: argument.text) : .bytes(path: argument.bytes)
  }

  /// Whether a failure to open the recording tells nothing of what is in it.
  func isOutOfReach(because error: any Error) -> Bool {
    switch Self.cause(of: error)?.reason {
    case nil, .notFound, .notReadable, .unreachable, .refused, .systemFailure: true
    default: false
    }
  }

  /// A sentence on why the recording could not be analysed, after its name.
  func describe(_ error: any Error) -> String {
    if let error = error as? InputError { return "\(name): \(error.description)" }
    return "\(name): \(Self.cause(of: error)?.explanation ?? error.localizedDescription)"
  }

  /// The error from below, which names the file in its own way.
  private static func cause(of error: any Error) -> DecodeError? {
    error as? DecodeError
      ?? (error as? SNError)?.errorUserInfo[NSUnderlyingErrorKey] as? DecodeError
  }
}

/// Says why a recording cannot be heard as the user asks.
enum InputError: Error {
  case terminal
  case onceOnly

  var description: String {
    switch self {
    case .terminal: "found a terminal, expected a pipe or a file with a recording"
    case .onceOnly:
      "found a pipe, expected for --channel each a file, which is heard once for each channel "
        + "(save it to a file first)"
    }
  }
}
