/// Writes a Praat TextGrid in the long text format: one interval tier a label, for one recording.
///
/// A tier's intervals must cover the whole recording, so the findings are kept until its end. Events
/// of one label do not overlap; should they, the later one begins where the earlier one ends. What
/// was not heard is a tier of its own, `not heard`; that the whole was heard up to some frequency only is
/// another, `low bandwidth`. A recording without findings has an empty tier. Why it was not heard to its
/// end is a point there, in the tier `error`.
package struct TextGridWriter: EventWriter {
  private struct Interval {
    var start: Int64
    var end: Int64
    var text: String
  }

  private var recording: Recording?
  private var tiers: [String: [Interval]] = [:]

  /// Makes a writer.
  package init() {}

  package mutating func beginRecording(_ recording: Recording) -> String {
    precondition(self.recording == nil, "A TextGrid belongs to one recording.")
    self.recording = recording
    return ""
  }

  package mutating func write(_ finding: Finding) -> String {
    let recording = begun(recording)
    let (tier, text) =
      switch finding {
      case .event(let event): (event.label, event.label)
      case .unheard(let span):
        // The bandwidth is of the whole recording, and so no interval among the others.
        PartialHearing.bandwidth(span).map { (span.reason, $0) }
          ?? ("not heard", PartialHearing.reason(span))
      }
    tiers[PlainLine.text(tier), default: []].append(
      Interval(
        start: Self.time(finding.startFrame, recording),
        end: Self.time(finding.endFrame, recording),
        text: PlainLine.text(text)))
    return ""
  }

  package mutating func endRecording(frameCount: Int64, failure: String?) -> String {
    let duration = max(Self.time(frameCount, begun(recording)), 1)
    if tiers.isEmpty { tiers["events"] = [] }
    var out = """
      File type = "ooTextFile"
      Object class = "TextGrid"

      xmin = 0
      xmax = \(Self.text(duration))
      tiers? <exists>
      size = \(tiers.count + (failure == nil ? 0 : 1))
      item []:

      """
    for (place, (name, intervals)) in tiers.sorted(by: { $0.key < $1.key }).enumerated() {
      out += Self.tier(place + 1, name, Self.tiled(intervals, over: duration), duration)
    }
    if let failure { out += Self.pointTier(tiers.count + 1, failure, at: duration) }
    return out
  }

  /// A tier of one point at the end.
  private static func pointTier(_ number: Int, _ text: String, at end: Int64) -> String {
    """
        item [\(number)]:
            class = "TextTier"
            name = "error"
            xmin = 0
            xmax = \(Self.text(end))
            points: size = 1
            points [1]:
                number = \(Self.text(end))
                mark = \(quoted(PlainLine.text(text)))

    """
  }

  /// Intervals that cover 0 to `duration` without a gap; empty texts fill the spaces between.
  private static func tiled(_ intervals: [Interval], over duration: Int64) -> [Interval] {
    var tiles: [Interval] = []
    var position: Int64 = 0
    for interval in intervals.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      let start = max(interval.start, position)
      let end = min(interval.end, duration)
      guard end > start else { continue }
      if start > position { tiles.append(Interval(start: position, end: start, text: "")) }
      tiles.append(Interval(start: start, end: end, text: interval.text))
      position = end
    }
    if position < duration { tiles.append(Interval(start: position, end: duration, text: "")) }
    return tiles
  }

  private static func tier(
    _ number: Int, _ name: String, _ tiles: [Interval], _ duration: Int64
  ) -> String {
    var out = """
          item [\(number)]:
              class = "IntervalTier"
              name = \(quoted(name))
              xmin = 0
              xmax = \(text(duration))
              intervals: size = \(tiles.count)

      """
    for (place, tile) in tiles.enumerated() {
      out += """
                intervals [\(place + 1)]:
                    xmin = \(tile.start == 0 ? "0" : text(tile.start))
                    xmax = \(text(tile.end))
                    text = \(quoted(tile.text))

        """
    }
    return out
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for character in text.unicodeScalars {
      if character == "\"" { out += "\"" }
      out.unicodeScalars.append(character)
    }
    return out + "\""
  }

  private static func time(_ frame: Int64, _ recording: Recording) -> Int64 {
    FixedDecimal.units(of: frame, at: recording.sampleRate, perSecond: 1_000_000)
  }

  private static func text(_ microseconds: Int64) -> String {
    FixedDecimal.text(units: microseconds, places: 6)
  }
}
