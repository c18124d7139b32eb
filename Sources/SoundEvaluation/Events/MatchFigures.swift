/// Precision, recall and F1 of what was found against what is there.
package struct MatchFigures: Sendable, Equatable, Codable {
  /// What is there.
  package var referenceCount = 0
  /// What was found.
  package var foundCount = 0
  /// What was found and is there.
  package var matchCount = 0

  /// Adds the counts of other figures.
  mutating func add(_ other: MatchFigures) {
    referenceCount += other.referenceCount
    foundCount += other.foundCount
    matchCount += other.matchCount
  }

  /// The share of what was found that is there; nil where nothing was found.
  package var precision: Double? {
    foundCount == 0 ? nil : Double(matchCount) / Double(foundCount)
  }

  /// The share of what is there that was found; nil where nothing is there.
  package var recall: Double? {
    referenceCount == 0 ? nil : Double(matchCount) / Double(referenceCount)
  }

  /// The harmonic mean of both; nil where one of them is.
  package var f1: Double? {
    guard precision != nil, recall != nil else { return nil }
    return 2 * Double(matchCount) / Double(foundCount + referenceCount)
  }

  private enum CodingKeys: String, CodingKey {
    case referenceCount, foundCount, matchCount, precision, recall, f1
  }

  package init() {}

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    referenceCount = try container.decode(Int.self, forKey: .referenceCount)
    foundCount = try container.decode(Int.self, forKey: .foundCount)
    matchCount = try container.decode(Int.self, forKey: .matchCount)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(referenceCount, forKey: .referenceCount)
    try container.encode(foundCount, forKey: .foundCount)
    try container.encode(matchCount, forKey: .matchCount)
    try container.encode(precision, forKey: .precision)
    try container.encode(recall, forKey: .recall)
    try container.encode(f1, forKey: .f1)
  }
}
