private import Foundation

/// The standard output of the process.
enum StandardOutput {
  /// Makes a sink to it.
  static func sink() -> DescriptorSink {
    DescriptorSink(descriptor: STDOUT_FILENO, name: "standard output")
  }

  /// Writes some text, which is all there is to do.
  static func print(_ text: String) throws(OutputError) -> ExitStatus {
    let sink = sink()
    try sink.write(text)
    try sink.flush()
    return .success
  }

  /// The status of a command whose output failed; says why, unless the reader went away.
  static func status(after error: any Error, console: Console) -> ExitStatus {
    guard let error = error as? OutputError else {
      console.say("\(error)")
      return .failure
    }
    if error == .closedPipe { return .success }
    console.say(error.description)
    return .failure
  }
}
