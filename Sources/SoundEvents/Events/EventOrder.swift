/// Puts closed events in the order of their beginnings; a long event holds later ones back.
package struct EventOrder: Sendable {
  private var waiting: [SoundEvent] = []

  /// Makes an empty queue.
  package init() {}

  /// Takes a closed event.
  package mutating func add(_ event: SoundEvent) {
    let place = waiting.partitioningIndex { !Self.isBefore($0, event) }
    waiting.insert(event, at: place)
  }

  /// The events that begin before a detector's settled frame, in order; nothing while that is nil.
  package mutating func release(before settledFrame: Int64?) -> [SoundEvent] {
    guard let settledFrame else { return [] }
    let count = waiting.partitioningIndex { $0.startFrame >= settledFrame }
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }

  /// All events that are left, in order.
  package mutating func releaseAll() -> [SoundEvent] {
    defer { waiting.removeAll() }
    return waiting
  }

  private static func isBefore(_ first: SoundEvent, _ second: SoundEvent) -> Bool {
    (first.startFrame, first.endFrame, first.label, first.id)
      < (second.startFrame, second.endFrame, second.label, second.id)
  }
}
