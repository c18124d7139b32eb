import SoundEvents

/// Windows on a regular grid with invented scores.
struct ScoreTrack {
  var windowLength: Int64 = 100
  var hop: Int64 = 100
  var scores: [Float]

  var windows: [ScoredWindow] {
    scores.enumerated().map { place, score in
      let start = Int64(place) * hop
      return ScoredWindow(startFrame: start, endFrame: start + windowLength, scores: [score])
    }
  }

  var endFrame: Int64 { Int64(scores.count - 1) * hop + windowLength }

  /// A detector of the one label `a` at 100 frames a second.
  static func detector(_ rule: EventRule, keepsWindows: Bool = false) throws -> EventDetector {
    var profile = EventProfile()
    profile.rule = rule
    return try EventDetector(
      labels: ["a"], profile: profile, sampleRate: 100, keepsWindows: keepsWindows)
  }

  /// Everything that a detector announces, the end of the stream included.
  func announcements(_ rule: EventRule) throws -> [EventAnnouncement] {
    var detector = try Self.detector(rule)
    var all: [EventAnnouncement] = []
    for window in windows { all += detector.process(window) }
    return all + detector.finish(at: endFrame)
  }

  /// The closed events.
  func events(_ rule: EventRule) throws -> [SoundEvent] {
    try announcements(rule).compactMap {
      if case .closed(let event) = $0 { event } else { nil }
    }
  }
}
