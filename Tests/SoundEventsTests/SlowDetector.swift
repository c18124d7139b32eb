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
      guard smooth[place] >= rule.openThreshold else {
        place += 1
        continue
      }
      var last = place
      while last + 1 < smooth.count, smooth[last + 1] >= rule.closeThreshold { last += 1 }
      runs.append(run(track, smooth, rule, place, last))
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
    _ track: ScoreTrack, _ smooth: [Float], _ rule: EventRule, _ first: Int, _ last: Int
  ) -> Result {
    let hop = Double(track.hop)
    let length = Double(track.windowLength)
    var flags: EventFlags = []
    var start = Double(first) * hop
    var shortest = 1.0
    if first == 0 {
      flags.insert(.openedAtStart)
    } else {
      let share = Double(
        (rule.openThreshold - smooth[first - 1]) / (smooth[first] - smooth[first - 1]))
      let crossing = Double(first - 1) * hop + length + (hop * share).rounded()
      start = max(start, crossing - (rule.fill * Double(rule.openThreshold) * length).rounded())
      start = min(start, Double(first) * hop + length - 1)
      shortest = max(1, (hop / 4).rounded(.down))
    }
    // The sound surely lasts until it fills its last window as little as the threshold allows.
    let filled = (rule.fill * Double(rule.closeThreshold) * length).rounded()
    let sure = min(Double(last) * hop + filled, Double(last) * hop + length)
    var end = Double(last) * hop + length
    if last == smooth.count - 1 {
      flags.insert(.closedByEnd)
    } else {
      let share = Double((rule.closeThreshold - smooth[last]) / (smooth[last + 1] - smooth[last]))
      let crossing = Double(last) * hop + (hop * min(max(share, 0), 1)).rounded()
      end = max(min(crossing + filled, end), Double(last) * hop + 1)
    }
    end = max(end, sure, min(start + shortest, Double(first) * hop + length))
    return Result(
      start: Int64(start), end: Int64(end), windows: Array(first...last),
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
