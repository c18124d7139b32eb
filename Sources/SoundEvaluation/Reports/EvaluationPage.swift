private import AVFAudio
private import SoundEvents

/// Writes an evaluation as one HTML page with plots, which needs nothing from elsewhere.
package enum EvaluationPage {
  /// The page.
  package static func text(_ evaluation: Evaluation) -> String {
    let clips = evaluation.clips
    let title = "Evaluation of \(evaluation.setup.source)"
    var body = [
      "<h1>\(escaped(title))</h1>", facts(evaluation),
      "<h2>Labels</h2>",
      PlotSVG.bars(
        clips.labels.map { ($0.label, $0.f1, $0.averagePrecision) },
        names: ("F1", "average precision")),
      labelTable(clips),
      "<h2>Reliability</h2>",
      "<p>How often a first answer of some confidence is right; on the diagonal it is exactly "
        + "as often as it says.</p>",
      PlotSVG.reliability(clips.reliability),
      "<h2>Confusion</h2>", PlotSVG.confusion(clips.confusion),
    ]
    if let events = evaluation.events { body += ["<h2>Events</h2>", eventTable(events)] }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; --one: #2f6fb3; --two: #d98a29; --grid: #8886; }
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
    table { border-collapse: collapse; margin: 1em 0; }
    th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid var(--grid); }
    th:first-child, td:first-child { text-align: left; }
    svg { max-width: 100%; height: auto; }
    svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
    .one { fill: var(--one); } .two { fill: var(--two); }
    .line { stroke: var(--grid); fill: none; }
    """

  private static func facts(_ evaluation: Evaluation) -> String {
    let clips = evaluation.clips
    let setup = evaluation.setup
    var rows = [
      ("Clips", "\(clips.clipCount)"), ("Classifier", setup.classifier),
      ("Window", "\(FixedDecimal.shortText(setup.windowDuration) ?? "?") s"),
      ("Overlap", FixedDecimal.shortText(setup.overlapFactor) ?? "?"),
      ("Clip score", setup.clipScore),
      ("First answer right", EvaluationText.percent(clips.top1)),
      ("Among the first three", EvaluationText.percent(clips.top3)),
      ("Mean average precision", EvaluationText.number(clips.meanAveragePrecision)),
      ("Mean F1", EvaluationText.number(clips.meanF1)),
      (
        "Calibration error (ECE)",
        EvaluationText.number(clips.reliability.expectedCalibrationError)
      ),
    ]
    if let events = evaluation.events {
      rows += [
        ("Event-based F1", EvaluationText.number(events.total.events.f1)),
        ("Segment-based F1", EvaluationText.number(events.total.segments.f1)),
      ]
    }
    if evaluation.failedCount > 0 {
      rows.append(("Clips that failed", "\(evaluation.failedCount)"))
    }
    if !evaluation.unknownLabels.isEmpty {
      rows.append(("Labels left out", evaluation.unknownLabels.joined(separator: ", ")))
    }
    return table([], rows.map { [$0.0, $0.1] })
  }

  private static func labelTable(_ clips: ClipFigures) -> String {
    table(
      ["Label", "Clips", "Precision", "Recall", "F1", "Average precision"],
      clips.labels.map { label in
        [label.label, "\(label.support)"]
          + [label.precision, label.recall, label.f1, label.averagePrecision]
          .map(EvaluationText.number)
      })
  }

  private static func eventTable(_ events: EventFigures) -> String {
    let cells = { (figures: MatchFigures) in
      ["\(figures.referenceCount)", "\(figures.foundCount)"]
        + [figures.precision, figures.recall, figures.f1].map(EvaluationText.number)
    }
    return
      "<p>Onset within 0.2 s, offset within 0.2 s or half the length; segments of 1 s.</p>"
      + table(
        [
          "Label", "Events", "Found", "Precision", "Recall", "F1", "Segments", "Found",
          "Precision", "Recall", "F1",
        ],
        (events.labels + [events.total]).map {
          [$0.label] + cells($0.events) + cells($0.segments)
        })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let line = { (cells: [String], tag: String) in
      "<tr>" + cells.map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined() + "</tr>"
    }
    return "<table>\n" + (head.isEmpty ? [] : [line(head, "th")]).joined()
      + rows.map { line($0, "td") }.joined(separator: "\n") + "\n</table>"
  }

  /// Text that HTML takes for text.
  static func escaped(_ text: String) -> String {
    var out = ""
    for character in VisibleText.text(text) {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.append(character)
      }
    }
    return out
  }
}
