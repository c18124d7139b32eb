/// How formats made for people's editors say that not all of a recording was heard.
enum PartialHearing {
  /// What stands in the place of a label for a stretch that was not heard.
  static func remark(_ span: UnheardSpan) -> String { "(not heard: \(reason(span)))" }

  /// Why a stretch was not heard, and since when by the clock if that is known.
  static func reason(_ span: UnheardSpan) -> String {
    span.clock.map { "\(span.reason), since \($0)" } ?? span.reason
  }

  /// What stands in the place of a label where a recording was not heard to its end.
  ///
  /// - Parameter failure: why, in one line.
  static func remark(_ failure: String) -> String { "(not all was heard: \(failure))" }
}
