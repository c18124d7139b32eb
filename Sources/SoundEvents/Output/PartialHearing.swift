import SoundAnalysis

/// How formats made for people's editors say that not all of a recording was heard.
package enum PartialHearing {
  /// What stands in the place of a label for a stretch that was not heard, or not in full.
  static func remark(_ span: UnheardSpan) -> String {
    "(\(bandwidth(span) ?? "not heard: \(reason(span))"))"
  }

  /// How far up sound was heard of which the high frequencies are missing; nil for any other stretch.
  package static func bandwidth(_ span: UnheardSpan) -> String? {
    guard span.reason == UnheardStretch.Reason.lowBandwidth.rawValue else { return nil }
    guard let limit = span.heardUpTo, let text = FixedDecimal.text(limit / 1000, places: 1) else {
      return span.reason
    }
    return "heard up to \(text) kHz"
  }

  /// Why a stretch was not heard, and since when by the clock if that is known.
  static func reason(_ span: UnheardSpan) -> String {
    span.clock.map { "\(span.reason), since \($0)" } ?? span.reason
  }

  /// What stands in the place of a label where a recording was not heard to its end.
  ///
  /// - Parameter failure: why, in one line.
  static func remark(_ failure: String) -> String { "(not all was heard: \(failure))" }
}
