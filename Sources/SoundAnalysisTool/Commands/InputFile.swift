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

  /// Opens the recording.
  func analyzer() throws -> SNAudioFileAnalyzer {
    if argument.text == "-" {
      guard isatty(STDIN_FILENO) == 0 else { throw InputError.terminal }
      return try SNAudioFileAnalyzer(source: .standardInput)
    }
    if argument.isText { return try SNAudioFileAnalyzer(source: .file(path: argument.text)) }
    // A name that is no text cannot pass through strings; the system's name of the open file can.
    let descriptor = unsafe open(argument.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError.unopened(code: errno) }
    defer { close(descriptor) }
    return try SNAudioFileAnalyzer(source: .file(path: "/proc/self/fd/\(descriptor)"))
  }

  /// A sentence on why the recording could not be analysed, in which its name occurs.
  func describe(_ error: any Error) -> String {
    let sentence =
      (error as? InputError)?.description ?? (error as NSError).localizedDescription
    return sentence.contains(name) ? sentence : "\(name): \(sentence)"
  }
}

/// Says why a recording could not even be opened.
private enum InputError: Error {
  case terminal
  case unopened(code: Int32)

  var description: String {
    switch self {
    case .terminal: "found a terminal, expected a pipe or a file with a recording"
    case .unopened(let code): "cannot be opened: \(systemMessage(code))"
    }
  }
}
