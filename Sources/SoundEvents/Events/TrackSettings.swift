/// What one track listens for: a label or a group, with its rule in frames.
struct TrackSettings: Sendable, Equatable {
  let name: String
  /// The places in the detector's labels whose scores count; the highest one is the track's score.
  let sources: [Int]
  let rule: EventRule
  /// In frames.
  let minimumDuration: Int64
  /// In frames.
  let maximumGap: Int64

  init(name: String, sources: [Int], rule: EventRule, sampleRate: Double) {
    self.name = name
    self.sources = sources
    self.rule = rule
    minimumDuration = Int64((rule.minimumDuration * sampleRate).rounded())
    maximumGap = Int64((rule.maximumGap * sampleRate).rounded())
  }

  var edges: EventEdges { EventEdges(fill: rule.fill) }
}
