private import AVFAudio
private import SoundEvents

/// Writes an evaluation for people, in columns.
package enum EvaluationText {
  /// The most confusions that are told.
  private static let mostConfusions = 20

  /// The text.
  package static func text(_ evaluation: Evaluation) -> String {
    let setup = evaluation.setup
    let window = FixedDecimal.shortText(setup.windowDuration) ?? "?"
    let overlap = FixedDecimal.shortText(setup.overlapFactor) ?? "?"
    var lines = [
      "\(VisibleText.text(setup.source)): \(clips(evaluation.clips.clipCount)), "
        + "\(VisibleText.text(setup.classifier)), windows of \(window) s, overlap \(overlap), "
        + "clip score: \(setup.clipScore)"
    ]
    if evaluation.failedCount > 0 {
      lines.append(
        evaluation.failedCount == 1
          ? "1 clip failed and does not count"
          : "\(evaluation.failedCount) clips failed and do not count")
    }
    if !evaluation.unknownLabels.isEmpty {
      let names = evaluation.unknownLabels.map(VisibleText.text).joined(separator: ", ")
      lines.append("labels left out, as the classifier does not know them: \(names)")
    }
    lines += clipLines(evaluation.clips)
    if let events = evaluation.events { lines += eventLines(events) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func clips(_ count: Int) -> String { count == 1 ? "1 clip" : "\(count) clips" }

  private static func clipLines(_ clips: ClipFigures) -> [String] {
    var lines = [
      "", "first answer right      \(percent(clips.top1))",
      "among the first three   \(percent(clips.top3))",
      "mean average precision  \(number(clips.meanAveragePrecision))",
      "mean F1                 \(number(clips.meanF1))",
      "calibration error (ECE) \(number(clips.reliability.expectedCalibrationError))", "",
    ]
    let rule =
      clips.threshold.map { "scores of at least \(FixedDecimal.shortText($0) ?? "?")" }
      ?? "the first answer"
    lines.append("labels, decided by \(rule)")
    let width = max(5, clips.labels.map { VisibleText.text($0.label).count }.max() ?? 0)
    lines.append(
      left("label", width) + "  clips  precision  recall      F1      AP")
    for label in clips.labels {
      lines.append(
        left(VisibleText.text(label.label), width) + right("\(label.support)", 7)
          + right(number(label.precision), 11) + right(number(label.recall), 8)
          + right(number(label.f1), 8) + right(number(label.averagePrecision), 8))
    }
    let wrong = clips.confusion.filter { $0.truth != $0.answer }
      .sorted { ($1.count, $0.truth, $0.answer) < ($0.count, $1.truth, $1.answer) }
    if !wrong.isEmpty { lines += ["", "most frequent confusions"] }
    for confusion in wrong.prefix(mostConfusions) {
      lines.append(
        right("\(confusion.count)", 7) + "  \(VisibleText.text(confusion.truth)) taken for "
          + VisibleText.text(confusion.answer))
    }
    lines += ["", "reliability of the first answer", "confidence  clips   mean  right"]
    for (place, bin) in clips.reliability.bins.enumerated() where bin.count > 0 {
      lines.append(
        "0.\(place) - \(place == 9 ? "1.0" : "0.\(place + 1)")" + right("\(bin.count)", 8)
          + right(number(bin.confidence), 7) + right(number(bin.accuracy), 7))
    }
    return lines
  }

  private static func eventLines(_ events: EventFigures) -> [String] {
    let width = max(5, events.labels.map { VisibleText.text($0.label).count }.max() ?? 0)
    var lines = [
      "",
      "events in \(events.recordingCount) recordings (onset within 0.2 s, offset within 0.2 s or "
        + "half the length), segments of 1 s",
      left("", width) + "  events                       segments",
      left("label", width) + "   there   found      F1      there   found      F1",
    ]
    for label in events.labels + [events.total] {
      lines.append(
        left(VisibleText.text(label.label), width) + right("\(label.events.referenceCount)", 8)
          + right("\(label.events.foundCount)", 8) + right(number(label.events.f1), 8)
          + right("\(label.segments.referenceCount)", 11)
          + right("\(label.segments.foundCount)", 8) + right(number(label.segments.f1), 8))
    }
    lines.append(
      "mean of the labels' F1: events \(number(events.meanEventF1)), segments "
        + number(events.meanSegmentF1))
    if events.unreferencedCount > 0 {
      lines.append(
        "\(events.unreferencedCount) events of labels that nobody marked do not count")
    }
    return lines
  }

  /// Three decimals; a dash for what is not defined.
  static func number(_ value: Double?) -> String {
    value.flatMap { FixedDecimal.text($0, places: 3) } ?? "-"
  }

  /// Per cent with one decimal; a dash for what is not defined.
  static func percent(_ share: Double?) -> String {
    share.flatMap { FixedDecimal.text($0 * 100, places: 1) }.map { "\($0) %" } ?? "-"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
