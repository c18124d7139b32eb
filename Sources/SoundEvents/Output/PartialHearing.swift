/// How formats made for people's editors say that not all of a recording was heard.
enum PartialHearing {
  /// What stands in the place of a label for a stretch that was not heard.
  static func remark(_ span: UnheardSpan) -> String { "(not heard: \(span.reason))" }

  /// What stands in the place of a label where a recording was not heard to its end.
  ///
  /// - Parameter failure: why, in one line.
  static func remark(_ failure: String) -> String { "(not all was heard: \(failure))" }
}
