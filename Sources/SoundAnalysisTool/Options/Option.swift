/// An option of a command: how it is written, what the help says, and what becomes of its value.
struct Option {
  /// The name after the two dashes.
  let name: String

  /// The letter after the single dash, if there is a short form.
  let letter: Character?

  /// What stands for the value in the help; nil for a switch.
  let placeholder: String?

  /// What the help says, in one line.
  let summary: String

  /// Takes the value; a switch gets an empty one.
  let accept: (Argument) throws(UsageError) -> Void

  /// Describes an option that takes a value.
  init(
    _ name: String, letter: Character? = nil, placeholder: String, summary: String,
    accept: @escaping (Argument) throws(UsageError) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.summary = summary
    self.accept = accept
  }

  /// Describes a switch.
  init(
    switch name: String, letter: Character? = nil, summary: String, accept: @escaping () -> Void
  ) {
    self.name = name
    self.letter = letter
    placeholder = nil
    self.summary = summary
    self.accept = { _ in accept() }
  }

  /// The option as the user writes it.
  var spelling: String { "--\(name)" }
}
