/// Says what is wrong with a call of the command; one line, without the name of the command.
struct UsageError: Error, Equatable {
  /// Which argument, what was found, what is expected.
  let message: String

  /// Describes a wrong call.
  init(_ message: String) { self.message = message }

  /// Describes a value that an option does not take.
  init(option: String, value: String, expected: String) {
    message = "\(option) \(value.isEmpty ? "''" : value): expected \(expected)"
  }
}
