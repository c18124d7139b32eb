extension [Finding] {
  /// Events in their order, with the stretches that begin before a frame taken in among them.
  ///
  /// A stretch comes before the events that begin with it.
  package init(_ events: [SoundEvent], taking spans: inout [UnheardSpan], before frame: Int64) {
    self = events.map { .event($0) }
    let ripe = spans.filter { $0.startFrame < frame }
    spans.removeAll { $0.startFrame < frame }
    for span in ripe {
      let place = firstIndex { $0.startFrame >= span.startFrame } ?? endIndex
      insert(.unheard(span), at: place)
    }
  }
}
