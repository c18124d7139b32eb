/// Finds what somebody may have meant.
enum NearestNames {
  /// At most three of `names` that differ from `name` in few letters, the nearest first.
  static func of(_ name: String, among names: [String]) -> [String] {
    let wanted = letters(name)
    let reach = max(2, wanted.count / 3)
    var near: [(distance: Int, name: String)] = []
    for candidate in names {
      let other = letters(candidate)
      guard abs(other.count - wanted.count) <= reach else { continue }
      let distance = distance(wanted, other)
      if distance <= reach { near.append((distance, candidate)) }
    }
    near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.prefix(3).map(\.name)
  }

  /// Letters in lower case, with spaces and hyphens as underscores; long names are cut.
  private static func letters(_ name: String) -> [Character] {
    name.lowercased().prefix(80).map { $0 == " " || $0 == "-" ? "_" : $0 }
  }

  /// The Levenshtein distance: how many letters must be added, removed or replaced.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
