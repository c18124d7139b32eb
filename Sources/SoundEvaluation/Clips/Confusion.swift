/// How often one label is answered where another, or the same, is heard.
package struct Confusion: Sendable, Equatable, Codable {
  /// What is heard.
  package var truth: String
  /// What the first answer is.
  package var answer: String
  /// In how many clips.
  package var count: Int

  /// Counts pairs; the table has no zeros, and is in the order of truth, then of counts, then of answers.
  static func table(_ pairs: [(truth: String, answer: String)]) -> [Confusion] {
    var counts: [[String]: Int] = [:]
    for pair in pairs { counts[[pair.truth, pair.answer], default: 0] += 1 }
    return counts.map { Confusion(truth: $0.key[0], answer: $0.key[1], count: $0.value) }
      .sorted { ($0.truth, $1.count, $0.answer) < ($1.truth, $0.count, $1.answer) }
  }
}
