/// Comparisons of long arrays, whose differences nobody wants printed in full.
enum Samples {
  /// Where two arrays differ first; nil if they are equal, the shorter length if one is longer.
  static func firstDifference(_ first: [Float], _ second: [Float]) -> Int? {
    for index in 0..<min(first.count, second.count)
    where first[index].bitPattern != second[index].bitPattern {
      return index
    }
    return first.count == second.count ? nil : min(first.count, second.count)
  }
}
