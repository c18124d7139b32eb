extension [String] {
  /// The words most like a given one, the likest first; none where nothing comes near.
  ///
  /// Case does not matter, and spaces and hyphens are underscores. Words that contain the given one
  /// come right after slips of the finger.
  package func nearest(to word: String, count: Int) -> [String] {
    let wanted = letters(word)
    guard !wanted.isEmpty else { return [] }
    let limit = Swift.max(1, wanted.count / 3)
    let ranked = compactMap { candidate -> (rank: Int, word: String)? in
      let other = letters(candidate)
      if abs(other.count - wanted.count) <= limit {
        let distance = editDistance(wanted, other)
        if distance <= limit { return (distance, candidate) }
      }
      let isPart = wanted.count >= 3 && String(other).contains(String(wanted))
      return isPart ? (limit + 1 + other.count - wanted.count, candidate) : nil
    }
    return ranked.sorted { ($0.rank, $0.word) < ($1.rank, $1.word) }.prefix(count).map(\.word)
  }
}

/// What is compared of a word; long ones are cut.
private func letters(_ word: String) -> [Character] {
  word.lowercased().prefix(80).map { $0 == " " || $0 == "-" ? "_" : $0 }
}

/// The insertions, deletions, replacements and swaps of neighbours that lead from one word to another.
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in 0..<first.count {
    var current = [row + 1]
    for column in 0..<second.count {
      var distance = min(
        last[column] + (first[row] == second[column] ? 0 : 1), last[column + 1] + 1,
        current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}
