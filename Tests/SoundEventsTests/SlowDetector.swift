import SoundEvents

/// The detector's rules written once more over whole arrays, too plain to be wrong; one label.
enum SlowDetector {
  struct Result: Equatable {
    var start: Int64
    var end: Int64
    var windows: [Int]
    var closing: EventClosing
    var flags: EventFlags
  }

  static func events(
    _ track: ScoreTrack, _ rule: EventRule, sampleRate: Double
  ) -> [Result] {
    let smooth = smoothed(track.scores, rule.smoothing)
    var runs: [Result] = []
    var place = 0
    while place < smooth.count {
      guard smooth[place] >= rule.closeThreshold else {
        place += 1
        continue
      }
      var last = place
      while last + 1 < smooth.count, smooth[last + 1] >= rule.closeThreshold { last += 1 }
      if let opening = (place...last).first(where: { smooth[$0] >= rule.openThreshold }) {
        runs.append(run(track, smooth, rule, first: place, opening: opening, last: last))
      }
      place = last + 1
    }
    var merged: [Result] = []
    for run in runs {
      if let before = merged.last,
        run.start - before.end <= Int64((rule.maximumGap * sampleRate).rounded())
      {
        merged[merged.count - 1] = Result(
          start: before.start, end: max(before.end, run.end), windows: before.windows + run.windows,
          closing: run.closing, flags: before.flags.union(run.flags).union(.merged))
      } else {
        merged.append(run)
      }
    }
    return merged.filter {
      $0.end - $0.start >= Int64((rule.minimumDuration * sampleRate).rounded())
    }
  }

  private static func run(
    _ track: ScoreTrack, _ smooth: [Float], _ rule: EventRule, first: Int, opening: Int, last: Int
  ) -> Result {
    let hop = Double(track.hop)
    let length = Double(track.windowLength)
    let filled = (rule.fill * length).rounded()
    func crossing(_ before: Int) -> Double {
      let share = Double(
        (rule.closeThreshold - smooth[before]) / (smooth[before + 1] - smooth[before]))
      return Double(before) * hop + (hop * min(max(share, 0), 1)).rounded()
    }
    var flags: EventFlags = []
    var start = Double(first) * hop
    if first == 0 {
      flags.insert(.openedAtStart)
    } else {
      start = max(start, crossing(first - 1) + length - filled)
      start = min(start, Double(first) * hop + length - 1)
    }
    // An onset is looked for no further back than ten windows' lengths.
    let earliest = Double(opening) * hop + length - 10 * length
    if start < earliest {
      start = earliest
      flags.remove(.openedAtStart)
    }
    let shortest = opening == 0 ? 1 : max(1, (hop / 4).rounded(.down))
    // The sound surely lasts until it fills its last window as little as the threshold allows.
    let sure = Double(last) * hop + min(filled, length)
    var end = Double(last) * hop + length
    if last == smooth.count - 1 {
      flags.insert(.closedByEnd)
    } else {
      end = max(min(crossing(last) + filled, end), Double(last) * hop + 1)
    }
    end = max(end, sure, min(start + shortest, Double(opening) * hop + length))
    return Result(
      start: Int64(start), end: Int64(end), windows: Array(opening...last),
      closing: last == smooth.count - 1 ? .streamEnd : .scoreFell, flags: flags)
  }

  private static func smoothed(_ scores: [Float], _ smoothing: ScoreSmoothing) -> [Float] {
    switch smoothing {
    case .none: return scores
    case .exponential(let weight):
      var average = scores.first ?? 0
      return scores.map { score in
        average += weight * (score - average)
        return average
      }
    case .median(let count):
      return scores.indices.map { place in
        let near = scores.indices.filter { abs($0 - place) <= count / 2 }.map { scores[$0] }
          .sorted()
        return near[(near.count - 1) / 2]
      }
    }
  }
}
