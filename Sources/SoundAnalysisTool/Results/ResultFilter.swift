import SoundAnalysis

/// Picks the sounds of a window that the user asked for.
struct ResultFilter: Equatable, Sendable {
  /// The most sounds to tell of in a window.
  var count = Int.max

  /// The least confidence to tell of, 0...1.
  var minimumConfidence = 0.0

  /// The labels to tell of; nil for all.
  var labels: Set<String>?

  /// The row of a result.
  func row(for result: SNClassificationResult) -> WindowRow {
    var sounds: [WindowRow.Sound] = []
    for classification in result.classifications {
      // The most confident come first.
      guard sounds.count < count, classification.confidence >= minimumConfidence else { break }
      guard labels?.contains(classification.identifier) ?? true else { continue }
      sounds.append(
        WindowRow.Sound(
          label: classification.identifier, confidence: classification.confidence))
    }
    return WindowRow(
      start: result.timeRange.start.seconds, duration: result.timeRange.duration.seconds,
      sounds: sounds, mark: result.fit.mark)
  }
}
