extension SNClassificationResult {
  /// The places of the most confident labels, in the order of `classifications`.
  ///
  /// - Parameters:
  ///   - count: the most places to give.
  ///   - isWanted: asked for places in any order; those of which it says no are left out.
  package func ranking(count: Int = .max, where isWanted: (Int) -> Bool = { _ in true }) -> [Int] {
    guard count > 0 else { return [] }
    // A key each: the confidence's bits, which order as the numbers do, then the place from the end.
    let keys = scores.indices.lazy.filter(isWanted).map {
      UInt64(self.scores[$0].bitPattern) << 32 | UInt64(~UInt32($0))
    }
    guard count < Self.fewPlaces else {
      return keys.sorted(by: >).prefix(count).map(Self.place)
    }
    var best: [UInt64] = []
    for key in keys where best.count < count || key > best[count - 1] {
      if best.count == count { best.removeLast() }
      best.insert(key, at: best.firstIndex { $0 < key } ?? best.count)
    }
    return best.map(Self.place)
  }

  /// For fewer places than this, picking costs less than sorting all.
  private static let fewPlaces = 16

  private static func place(_ key: UInt64) -> Int { Int(~UInt32(truncatingIfNeeded: key)) }
}
