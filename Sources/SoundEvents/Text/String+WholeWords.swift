extension String {
  /// Whether words stand in the text, not within longer ones; case matters.
  func containsWhole(_ words: String) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return ranges(of: words).contains { range in
      let before = self[..<range.lowerBound].last
      let after = self[range.upperBound...].first
      return !Self.isOneWord(before, first) && !Self.isOneWord(last, after)
    }
  }

  /// Whether neighbouring characters belong to one word.
  private static func isOneWord(_ first: Character?, _ second: Character?) -> Bool {
    [first, second].allSatisfy { $0.map { $0.isLetter || $0.isNumber } ?? false }
  }
}
