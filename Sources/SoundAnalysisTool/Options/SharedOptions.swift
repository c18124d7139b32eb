import SoundAnalysis
import SoundEvents

/// Options that several commands have, with the same name, letter and range in each.
extension Option {
  /// `--window`.
  ///
  /// - Parameter usual: the length where none is given, in words.
  static func window(usual: String, accept: @escaping (Double) -> Void) -> Option {
    number(
      "window", letter: "w", placeholder: "SECONDS", summary: "Length of a window [\(usual)]",
      isLegal: { $0 > 0 }, expected: "a number of seconds above 0, such as 1.5", accept: accept)
  }

  /// `--overlap`.
  ///
  /// - Parameter usual: the share where none is given, in words.
  static func overlap(usual: String, accept: @escaping (Double) -> Void) -> Option {
    number(
      "overlap", placeholder: "F", summary: "Share that the next repeats [\(usual)]",
      isLegal: { 0 <= $0 && $0 < 1 }, expected: "a number from 0 to less than 1, such as 0.5",
      accept: accept)
  }

  /// `--min-confidence`.
  static func minimumConfidence(
    summary: String = "Only sounds this sure, 0 to 1", accept: @escaping (Double) -> Void
  ) -> Option {
    number(
      "min-confidence", letter: "c", placeholder: "P", summary: summary,
      isLegal: { 0 <= $0 && $0 <= 1 }, expected: "a number from 0 to 1, such as 0.5",
      accept: accept)
  }

  /// `--level-gate`, in dBFS.
  static func levelGate(accept: @escaping (Double) -> Void) -> Option {
    number(
      "level-gate", placeholder: "DB", summary: "Windows below DB are silent [off]",
      isLegal: { Listening.gateLevels ~= $0 }, expected: "a level from -120 to 0 dBFS, such as -60",
      accept: accept)
  }

  /// `--labels`, not yet looked up.
  static func labels(accept: @escaping (String) -> Void) -> Option {
    Option("labels", letter: "l", placeholder: "A,B", summary: "Only these labels") {
      (value) throws(UsageError) in
      guard !value.text.allSatisfy({ $0 == "," || $0 == " " }) else {
        throw UsageError(
          option: "--labels", value: value.displayText,
          expected: "labels with commas between them, such as dog_bark,cat_meow")
      }
      accept(value.text)
    }
  }

  /// `--model`.
  static func model(
    summary: String = "Use a Core ML sound classifier", accept: @escaping (Argument) -> Void
  ) -> Option {
    file("model", letter: "m", placeholder: "FILE", summary: summary, accept: accept)
  }

  /// `--events`.
  static func events(accept: @escaping () -> Void) -> Option {
    Option(
      switch: "events", letter: "e", summary: "Tell when each sound begins and ends",
      accept: accept)
  }

  /// `--profile`.
  static func profile(accept: @escaping (Argument) -> Void) -> Option {
    file(
      "profile", letter: "p", placeholder: "FILE", summary: "Settings for events (JSON)",
      accept: accept)
  }

  /// `--format`.
  static func format<Format: CaseIterable & RawRepresentable<String>>(
    summary: String, accept: @escaping (Format) -> Void
  ) -> Option {
    choice("format", letter: "f", placeholder: "FORMAT", summary: summary, accept: accept)
  }

  /// `--output`; `-` is standard output, which is nil.
  static func output(summary: String, accept: @escaping (Argument?) -> Void) -> Option {
    file("output", letter: "o", placeholder: "FILE", summary: summary) {
      accept($0.text == "-" ? nil : $0)
    }
  }

  /// `--jobs`, as many as make sense.
  static func jobs(summary: String, accept: @escaping (Int) -> Void) -> Option {
    count("jobs", letter: "j", placeholder: "N", summary: summary) { accept(min($0, 256)) }
  }

  /// `--help`.
  static func help(accept: @escaping () -> Void) -> Option {
    Option(switch: "help", letter: "h", summary: "Show this help", accept: accept)
  }
}
