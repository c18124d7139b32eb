/// What the command tells its caller when it ends.
enum ExitStatus: Int32 {
  /// Everything was done.
  case success = 0

  /// A file could not be analysed, or the results not written; the rest was done.
  case failure = 1

  /// The command was called in a wrong way; nothing was done.
  case wrongUsage = 2

  /// SIGINT came; what was heard until then is written.
  case interrupted = 130

  /// SIGTERM came; what was heard until then is written.
  case terminated = 143

  /// SIGHUP came; what was heard until then is written.
  case hungUp = 129
}
