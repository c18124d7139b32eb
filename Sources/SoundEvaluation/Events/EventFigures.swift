/// How well sounds are found in time: event by event, and segment by segment.
package struct EventFigures: Sendable, Equatable, Codable {
  /// The figures of one label.
  package struct Label: Sendable, Equatable, Codable {
    /// The label.
    package var label: String
    /// Over events.
    package var events = MatchFigures()
    /// Over segments.
    package var segments = MatchFigures()
  }

  /// What is heard in one recording and what was found in it.
  package struct Recording: Sendable {
    /// What is there.
    package var reference: [LabelledClip.Event]
    /// What was found.
    package var found: [LabelledClip.Event]

    /// Makes a recording.
    package init(reference: [LabelledClip.Event], found: [LabelledClip.Event]) {
      self.reference = reference
      self.found = found
    }
  }

  /// The recordings that count.
  package var recordingCount: Int
  /// Found events of labels that no recording's reference has; they count nowhere.
  package var unreferencedCount: Int
  /// Every label that some reference has, in alphabetical order.
  package var labels: [Label]
  /// The counts of all labels together.
  package var total: Label
  /// The mean of the labels' event-based F1, where it is defined.
  package var meanEventF1: Double?
  /// The mean of the labels' segment-based F1, where it is defined.
  package var meanSegmentF1: Double?

  /// Computes all of it.
  package init(
    _ recordings: [Recording], matching: EventMatching = EventMatching(),
    segments: SegmentMatching = SegmentMatching()
  ) {
    let names = Set(recordings.flatMap { $0.reference.map(\.label) }).sorted()
    recordingCount = recordings.count
    unreferencedCount = 0
    var figures = Dictionary(
      names.map { ($0, Label(label: $0)) }, uniquingKeysWith: { first, _ in first })
    for recording in recordings {
      let reference = Dictionary(grouping: recording.reference, by: \.label)
      let found = Dictionary(grouping: recording.found, by: \.label)
      for name in Set(reference.keys).union(found.keys) {
        guard figures[name] != nil else {
          unreferencedCount += found[name]?.count ?? 0
          continue
        }
        let (there, heard) = (reference[name] ?? [], found[name] ?? [])
        figures[name]?.events.add(matching.figures(reference: there, found: heard))
        figures[name]?.segments.add(segments.figures(reference: there, found: heard))
      }
    }
    labels = names.compactMap { figures[$0] }
    total = Label(label: "all")
    for label in labels {
      total.events.add(label.events)
      total.segments.add(label.segments)
    }
    meanEventF1 = labels.compactMap(\.events.f1).mean
    meanSegmentF1 = labels.compactMap(\.segments.f1).mean
  }
}
