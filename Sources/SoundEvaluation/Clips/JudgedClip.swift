/// What is heard in a clip and what a classifier says of it.
package struct JudgedClip: Sendable, Equatable {
  /// The places, in the classifier's order of labels, of those that are heard; each once.
  package var truth: [Int]
  /// One score a label of the classifier, 0 to 1.
  package var scores: [Float]

  /// Makes a clip.
  package init(truth: [Int], scores: [Float]) {
    self.truth = truth
    self.scores = scores
  }

  /// The places of the highest scores, the highest first; equals in the order of labels.
  func best(_ count: Int) -> [Int] {
    var best: [Int] = []
    for place in scores.indices {
      let rank = best.firstIndex { scores[place] > scores[$0] } ?? best.count
      guard rank < count else { continue }
      best.insert(place, at: rank)
      if best.count > count { best.removeLast() }
    }
    return best
  }
}
