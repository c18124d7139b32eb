/// Pairs events that were found with events that are there: as many pairs as possible.
///
/// The rule is that of event-based evaluation (Mesaros, Heittola, Virtanen: Metrics for polyphonic
/// sound event detection, 2016): the onsets differ by at most `onsetCollar`, the offsets by at most
/// the greater of `offsetCollar` and `offsetShare` of the reference's length.
package struct EventMatching: Sendable {
  /// The most seconds between onsets.
  package var onsetCollar = 0.2
  /// The most seconds between offsets, whatever the length.
  package var offsetCollar = 0.2
  /// The share of the reference's length by which offsets may differ.
  package var offsetShare = 0.5

  /// The usual rule.
  package init() {}

  /// The counts for the events of one label in one recording.
  func figures(
    reference: [LabelledClip.Event], found: [LabelledClip.Event]
  ) -> MatchFigures {
    var figures = MatchFigures()
    figures.referenceCount = reference.count
    figures.foundCount = found.count
    figures.matchCount = pairCount(reference, found)
    return figures
  }

  /// The size of a maximum matching, by augmenting paths.
  private func pairCount(
    _ reference: [LabelledClip.Event], _ found: [LabelledClip.Event]
  ) -> Int {
    let order = found.indices.sorted { found[$0].onset < found[$1].onset }
    let candidates = reference.map { event in
      // Only events near the onset can fit.
      let first = order.partitioningIndex { found[$0].onset >= event.onset - 2 * onsetCollar }
      return order[first...].prefix { found[$0].onset <= event.onset + 2 * onsetCollar }
        .filter { fits(event, found[$0]) }
    }
    var partner: [Int?] = Array(repeating: nil, count: found.count)
    var pairCount = 0
    for start in reference.indices where augment(from: start, candidates, &partner) {
      pairCount += 1
    }
    return pairCount
  }

  /// Gives a reference a partner, moving others if that frees one; false where it stays alone.
  private func augment(from start: Int, _ candidates: [[Int]], _ partner: inout [Int?]) -> Bool {
    var cameFrom: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let reference = waiting[next]
      next += 1
      for found in candidates[reference] where cameFrom[found] == nil {
        cameFrom[found] = reference
        if let other = partner[found] {
          waiting.append(other)
          continue
        }
        var free: Int? = found
        while let place = free, let owner = cameFrom[place] {
          let before = partner.firstIndex(of: owner)
          partner[place] = owner
          free = owner == start ? nil : before
        }
        return true
      }
    }
    return false
  }

  private func fits(_ reference: LabelledClip.Event, _ found: LabelledClip.Event) -> Bool {
    guard abs(reference.onset - found.onset) <= onsetCollar else { return false }
    let length = reference.offset - reference.onset
    return abs(reference.offset - found.offset) <= max(offsetCollar, offsetShare * length)
  }
}

extension [Int] {
  /// The first place from which on a claim holds that holds for a tail of the sorted array.
  fileprivate func partitioningIndex(_ holds: (Int) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
