// From the text of an option to its value; each failure names the option and its legal range.

extension Option {
  /// Describes an option whose value is a number.
  ///
  /// - Parameters:
  ///   - isLegal: whether a finite number is in the legal range.
  ///   - expected: the legal range in words.
  static func number(
    _ name: String, letter: Character? = nil, placeholder: String, summary: String,
    isLegal: @escaping (Double) -> Bool, expected: String, accept: @escaping (Double) -> Void
  ) -> Option {
    Option(name, letter: letter, placeholder: placeholder, summary: summary) {
      value throws(UsageError) in
      guard let number = Double(value.text), number.isFinite, isLegal(number) else {
        throw UsageError(option: "--\(name)", value: value.displayText, expected: expected)
      }
      accept(number)
    }
  }

  /// Describes an option whose value is a whole number of at least 1.
  static func count(
    _ name: String, letter: Character? = nil, placeholder: String, summary: String,
    accept: @escaping (Int) -> Void
  ) -> Option {
    Option(name, letter: letter, placeholder: placeholder, summary: summary) {
      value throws(UsageError) in
      guard let number = Int(value.text), number >= 1 else {
        throw UsageError(
          option: "--\(name)", value: value.displayText, expected: "a whole number of at least 1")
      }
      accept(number)
    }
  }

  /// Describes an option whose value is a time in a recording.
  static func time(
    _ name: String, summary: String, accept: @escaping (Double) -> Void
  ) -> Option {
    Option(name, placeholder: "TIME", summary: summary) { value throws(UsageError) in
      guard let seconds = ClockTimeValue.seconds(value.text) else {
        throw UsageError(
          option: "--\(name)", value: value.displayText,
          expected: "a time such as 12.5, 2:30 or 1:02:03.5")
      }
      accept(seconds)
    }
  }

  /// Describes an option whose value is one of a few words.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, letter: Character? = nil, placeholder: String, summary: String,
    accept: @escaping (Choice) -> Void
  ) -> Option {
    let words = Choice.allCases.map(\.rawValue)
    return Option(
      name, letter: letter, placeholder: placeholder,
      summary: summary
    ) { value throws(UsageError) in
      guard let choice = Choice(rawValue: value.text) else {
        throw UsageError(
          option: "--\(name)", value: value.displayText, expected: words.joinedAsAlternatives)
      }
      accept(choice)
    }
  }

  /// Describes an option whose value names a file.
  static func file(
    _ name: String, letter: Character? = nil, placeholder: String, summary: String,
    accept: @escaping (Argument) -> Void
  ) -> Option {
    Option(name, letter: letter, placeholder: placeholder, summary: summary) {
      value throws(UsageError) in
      guard !value.bytes.isEmpty else {
        throw UsageError(option: "--\(name)", value: "", expected: "the name of a file")
      }
      accept(value)
    }
  }
}

extension [String] {
  /// The words as a choice: `a`, `a or b`, `a, b or c`.
  var joinedAsAlternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
