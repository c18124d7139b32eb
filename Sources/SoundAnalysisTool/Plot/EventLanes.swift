import SoundEvents

/// The events of one label in the order of time.
struct EventLane: Equatable {
  /// A stretch in which the label was heard, in seconds, with the highest score in it.
  struct Stretch: Equatable {
    var start: Double
    var end: Double
    var peak: Float
    /// How many events it stands for.
    var eventCount = 1
  }

  var label: String
  var stretches: [Stretch]
  /// How many events there were.
  var eventCount: Int
  /// The time in which the label was heard, each second weighted by the score.
  var weight: Double
}

/// Gathers events by label, in memory that stays bounded however many come.
struct EventLanes {
  /// The most stretches of a lane; beyond it those that lie closest are drawn as one.
  static let limit = 4096

  private var lanes: [String: EventLane] = [:]
  private var resolutions: [String: Double] = [:]

  /// Whether no event came.
  var isEmpty: Bool { lanes.isEmpty }

  /// Adds an event; those of one label come in the order of time.
  mutating func add(_ event: SoundEvent, sampleRate: Double) {
    let stretch = EventLane.Stretch(
      start: Double(event.startFrame) / sampleRate, end: Double(event.endFrame) / sampleRate,
      peak: event.peak)
    var lane =
      lanes[event.label]
      ?? EventLane(label: event.label, stretches: [], eventCount: 0, weight: 0)
    lane.stretches.append(stretch)
    lane.eventCount += 1
    lane.weight += (stretch.end - stretch.start) * Double(stretch.peak)
    while lane.stretches.count > Self.limit {
      let resolution = resolutions[event.label, default: 0.5] * 2
      resolutions[event.label] = resolution
      lane.stretches = Self.joined(lane.stretches, within: resolution)
    }
    lanes[event.label] = lane
  }

  /// The lanes of the labels that were heard most, those first that began first; and how many are left.
  func strongest(_ count: Int) -> (lanes: [EventLane], others: [String]) {
    let ranked = lanes.values.sorted { ($1.weight, $0.label) < ($0.weight, $1.label) }
    let chosen = ranked.prefix(count).sorted {
      ($0.stretches[0].start, $0.label) < ($1.stretches[0].start, $1.label)
    }
    return (chosen, ranked.dropFirst(count).map(\.label))
  }

  /// Stretches that lie closer than a gap as one.
  static func joined(
    _ stretches: [EventLane.Stretch], within gap: Double
  ) -> [EventLane.Stretch] {
    var joined: [EventLane.Stretch] = []
    for stretch in stretches {
      if let last = joined.last, stretch.start - last.end < gap {
        joined[joined.count - 1].end = max(last.end, stretch.end)
        joined[joined.count - 1].peak = max(last.peak, stretch.peak)
        joined[joined.count - 1].eventCount += stretch.eventCount
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }
}
