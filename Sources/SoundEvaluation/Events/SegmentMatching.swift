/// Compares in which segments of equal length a sound is active, wherever in the segment.
///
/// Segment i is active where an event touches [i, i+1) times the length: from the floor of its
/// onset to the ceiling of its offset.
package struct SegmentMatching: Sendable {
  /// The length of a segment, in seconds.
  package var length = 1.0

  /// Segments of one second.
  package init() {}

  /// The counts for the events of one label in one recording.
  func figures(
    reference: [LabelledClip.Event], found: [LabelledClip.Event]
  ) -> MatchFigures {
    let reference = activity(reference)
    let found = activity(found)
    var figures = MatchFigures()
    figures.referenceCount = reference.reduce(0) { $0 + $1.count }
    figures.foundCount = found.reduce(0) { $0 + $1.count }
    var (first, second) = (0, 0)
    while first < reference.count, second < found.count {
      let (a, b) = (reference[first], found[second])
      figures.matchCount += max(
        0, min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound))
      if a.upperBound < b.upperBound { first += 1 } else { second += 1 }
    }
    return figures
  }

  /// The active segments as ranges that neither touch nor overlap, in order.
  private func activity(_ events: [LabelledClip.Event]) -> [Range<Int>] {
    let ranges = events.map { event in
      Int((event.onset / length).rounded(.down))..<Int((event.offset / length).rounded(.up))
    }.sorted { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
