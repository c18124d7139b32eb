private import SoundEvents

extension ClassifyOptions {
  /// The options that say what a plot hears and how it cuts events; they mean what they mean elsewhere.
  static func forPlots(
    _ change: @escaping ((inout ClassifyOptions) -> Void) -> Void
  ) -> [Option] {
    [
      .number(
        "window", letter: "w", placeholder: "SECONDS",
        summary: "Length of a window [\(FixedDecimal.shortText(EventWindows.duration) ?? "")]",
        isLegal: { $0 > 0 }, expected: "a number of seconds above 0, such as 1.5"
      ) { value in change { $0.windowDuration = value } },
      .number(
        "overlap", placeholder: "F",
        summary: "Share that the next repeats "
          + "[\(FixedDecimal.shortText(EventWindows.overlapFactor) ?? "")]",
        isLegal: { 0 <= $0 && $0 < 1 }, expected: "a number from 0 to less than 1, such as 0.5"
      ) { value in change { $0.overlapFactor = value } },
      .number(
        "min-confidence", letter: "c", placeholder: "P",
        summary: "Only events with this peak, 0 to 1",
        isLegal: { 0 <= $0 && $0 <= 1 }, expected: "a number from 0 to 1, such as 0.5"
      ) { value in change { $0.minimumConfidence = value } },
      Option(
        "labels", letter: "l", placeholder: "A,B", summary: "Only these labels"
      ) { (value) throws(UsageError) in
        guard !value.text.allSatisfy({ $0 == "," || $0 == " " }) else {
          throw UsageError(
            option: "--labels", value: value.displayText,
            expected: "labels with commas between them, such as dog_bark,cat_meow")
        }
        change { $0.labels.append(value.text) }
      },
      .file(
        "model", letter: "m", placeholder: "FILE", summary: "Use a Core ML sound classifier"
      ) { value in change { $0.model = value } },
      .file(
        "profile", letter: "p", placeholder: "FILE", summary: "Settings for events (JSON)"
      ) { value in change { $0.profile = value } },
    ]
  }
}
