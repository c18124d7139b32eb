/// The area under a precision-recall curve without interpolation.
enum AveragePrecision {
  /// The sum over thresholds n of (R(n) - R(n-1)) P(n), each distinct score being a threshold.
  ///
  /// - Returns: nil where nothing is true.
  static func value(scores: [Float], truth: [Bool]) -> Double? {
    let support = truth.count { $0 }
    guard support > 0 else { return nil }
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    var area = 0.0
    var hits = 0
    var lastHits = 0
    for (rank, place) in order.enumerated() {
      if truth[place] { hits += 1 }
      // Equal scores pass a threshold together.
      if rank + 1 < order.count, scores[order[rank + 1]] == scores[place] { continue }
      let precision = Double(hits) / Double(rank + 1)
      area += Double(hits - lastHits) / Double(support) * precision
      lastHits = hits
    }
    return area
  }
}
