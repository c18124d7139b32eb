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

/// Random numbers that are the same on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
