import Foundation
import Testing

@testable import SoundEvaluation

@Suite struct EvaluationReportTests {
  private let evaluation: Evaluation

  init() {
    let event = LabelledClip.Event(label: "<b>", onset: 0, offset: 1)
    evaluation = Evaluation(
      setup: Evaluation.Setup(
        source: "a & b.csv", classifier: "the built-in classifier", windowDuration: 3,
        overlapFactor: 0.5, clipScore: "mean"),
      failedCount: 1, unknownLabels: ["odd"],
      clips: ClipFigures(
        [
          JudgedClip(truth: [0], scores: [0.75, 0.5]), JudgedClip(truth: [1], scores: [0.5, 0.25]),
        ], names: ["<b>", "dog"], threshold: 0.5),
      events: EventFigures([EventFigures.Recording(reference: [event], found: [event])]))
  }

  @Test func theTextTellsEveryFigure() {
    let text = EvaluationText.text(evaluation)
    #expect(text.hasPrefix("a & b.csv: 2 clips, the built-in classifier, windows of 3 s"))
    for line in [
      "1 clip failed and does not count", "first answer right      50.0 %",
      "among the first three   100.0 %", "calibration error (ECE) 0.375",
      "      1  dog taken for <b>", "<b>        1      0.500   1.000   0.667   1.000",
      "labels left out, as the classifier does not know them: odd",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)\n\(text)")
    }
  }

  @Test func theJSONDocumentHoldsTheSame() throws {
    let text = EvaluationJSON.text(evaluation)
    let decoded = try JSONDecoder().decode(Evaluation.self, from: Data(text.utf8))
    #expect(decoded == evaluation)
  }

  @Test func thePageIsWholeAndNeedsNothingFromElsewhere() throws {
    let page = EvaluationPage.text(evaluation)
    #expect(!page.contains("<b>") && page.contains("&lt;b&gt;"))
    #expect(page.contains("a &amp; b.csv"))
    for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
      #expect(!page.contains(outside), "\(outside)")
    }
    #expect(page.components(separatedBy: "<svg").count == 4)
    // What is well-formed but for the empty elements of HTML is well-formed XML without them.
    let plain = page.replacing("<!DOCTYPE html>", with: "")
      .replacing(/<meta[^>]*>/, with: "")
    let parser = XMLCheck(plain)
    #expect(parser.failure == nil, "\(parser.failure ?? "")")
  }
}

/// Checks that tags are closed in order.
private struct XMLCheck {
  var failure: String?

  init(_ text: String) {
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-zA-Z0-9]+)[^<>]*?(\/?)>/) {
      if match.output.1 == "/" {
        guard open.popLast() == match.output.2 else {
          failure = "</\(match.output.2)> closes another element"
          return
        }
      } else if match.output.3 != "/" {
        open.append(match.output.2)
      }
    }
    if !open.isEmpty { failure = "\(open) are never closed" }
  }
}
