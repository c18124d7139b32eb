import AVFAudio
import CreateML
import SoundEvents

/// What a training came to, as a table for people.
struct TrainReport {
  private let trained: TrainedClassifier
  private let validation: MLClassifierMetrics
  private let threshold: Double

  /// Takes what a training came to.
  init(_ trained: TrainedClassifier, validation: MLClassifierMetrics, threshold: Double) {
    self.trained = trained
    self.validation = validation
    self.threshold = threshold
  }

  /// The table and what it means.
  var text: String {
    let alarms = Dictionary(uniqueKeysWithValues: trained.falseAlarms.perHour(threshold: threshold))
    let names = trained.labels.map { VisibleText.text($0) }
    let width = max(5, names.map(\.count).max() ?? 0)
    var lines = [
      left("label", width) + "  learned  validated  precision  recall  false alarms/h"
    ]
    for (label, name) in zip(trained.labels, names) {
      let counts = trained.fileCounts[label]
      lines.append(
        left(name, width) + right(counts.map { "\($0.training)" } ?? "made", 9)
          + right("\(counts?.validation ?? 0)", 11)
          + right(share(validation.precision(of: label)), 11)
          + right(share(validation.recall(of: label)), 8)
          + right(alarms[label].map { FixedDecimal.text($0, places: 0) ?? "?" } ?? "-", 16))
    }
    lines.append("")
    if validation.isValid {
      let count = validation.confusion.reduce(0) { $0 + $1.count }
      lines.append(
        "validation: \(percent(1 - validation.classificationError)) of \(count) recordings named "
          + "right")
    } else {
      lines.append("validation: none; no recordings were kept for it")
    }
    let total = alarms.values.reduce(0, +)
    lines.append(
      "false alarms: \(FixedDecimal.text(total, places: 0) ?? "?") an hour at a confidence of "
        + "\(FixedDecimal.shortText(threshold) ?? "?"), counted over "
        + "\(FixedDecimal.text(trained.falseAlarms.duration / 60, places: 0) ?? "?") minutes of "
        + "silence, noises, hum and clicks; the highest confidence there is "
        + "\(FixedDecimal.text(trained.falseAlarms.highest, places: 2) ?? "?")")
    return lines.joined(separator: "\n") + "\n"
  }

  private func share(_ value: Double?) -> String {
    value.flatMap { FixedDecimal.text($0, places: 2) } ?? "-"
  }

  private func percent(_ value: Double) -> String {
    "\(FixedDecimal.text(100 * value, places: 0) ?? "?") %"
  }

  private func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
