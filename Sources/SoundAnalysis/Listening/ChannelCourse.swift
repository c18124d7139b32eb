/// What was heard when of several channels: the mean of all, or one alone.
package struct ChannelCourse: Sendable, Hashable {
  private struct Change: Hashable {
    var frame: Int64
    var channel: Int?
  }

  /// A recording with more changes than this gets no further ones listed.
  private static let most = 10_000

  private var changes: [Change] = []

  /// Says that from a frame on one channel is heard, or with nil the mean of all.
  mutating func note(_ channel: Int?, from frame: Int64) {
    if let last = changes.last, last.channel == channel { return }
    if changes.count < Self.most { changes.append(Change(frame: frame, channel: channel)) }
  }

  /// What was heard for most of some frames: a channel's number from 1; `mix` where no other was noted.
  package func name(for frames: Range<Int64>) -> String {
    var shares: [Int?: Int64] = [:]
    for (place, change) in changes.enumerated() {
      let end = place + 1 < changes.count ? changes[place + 1].frame : .max
      let share = min(end, frames.upperBound) - max(change.frame, frames.lowerBound)
      if share > 0 { shares[change.channel, default: 0] += share }
    }
    let most = shares.max { ($0.value, $1.key ?? -1) < ($1.value, $0.key ?? -1) }
    return most?.key.map { "\($0 + 1)" } ?? "mix"
  }

  /// How long each channel was heard alone, and where that first was, in frames, by number from 0.
  func soloStretches(until end: Int64) -> [(channel: Int, frameCount: Int64, first: Int64)] {
    var found: [Int: (count: Int64, first: Int64)] = [:]
    for (place, change) in changes.enumerated() {
      guard let channel = change.channel else { continue }
      let next = place + 1 < changes.count ? changes[place + 1].frame : end
      found[channel, default: (0, change.frame)].count += max(0, next - change.frame)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value.count, $0.value.first) }
  }
}
