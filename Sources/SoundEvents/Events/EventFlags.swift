/// What a reader of an event should know before trusting its times.
package struct EventFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The sound was there in the first window: it may have begun earlier.
  package static let openedAtStart = EventFlags(rawValue: 1)
  /// The sound was there in the last window: it may have gone on.
  package static let closedByEnd = EventFlags(rawValue: 2)
  /// One of the windows behind the event was filled up with silence.
  package static let padded = EventFlags(rawValue: 4)
  /// The event bridges a gap in which the score was low.
  package static let merged = EventFlags(rawValue: 8)

  /// The flags' names in a fixed order, as the outputs print them.
  package var names: [String] {
    let all: [(EventFlags, String)] = [
      (.openedAtStart, "opened_at_start"), (.closedByEnd, "closed_by_end"),
      (.padded, "padded"), (.merged, "merged"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
