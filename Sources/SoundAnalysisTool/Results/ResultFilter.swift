import SoundAnalysis

/// Picks the sounds of a window that the user asked for.
struct ResultFilter: Equatable, Sendable {
  /// The most sounds to tell of in a window.
  var count = Int.max

  /// The least confidence to tell of, 0...1.
  var minimumConfidence = 0.0

  /// The labels to tell of; nil for all.
  var labels: Set<String>?

  /// The mark of a window below the level gate.
  private static let quietMark = "quiet"

  /// The row of a result.
  func row(for result: SNClassificationResult) -> WindowRow {
    let places = result.ranking(count: count) { place in
      // Of a window that was not asked about, nothing but its silence is known.
      (!result.isQuiet || result.scores[place] > 0)
        && Double(result.scores[place]) >= minimumConfidence
        && labels?.contains(result.labels[place]) ?? true
    }
    let sounds = places.map { place in
      WindowRow.Sound(label: result.labels[place], confidence: Double(result.scores[place]))
    }
    return WindowRow(
      start: result.timeRange.start.seconds, duration: result.timeRange.duration.seconds,
      sounds: sounds, mark: result.isQuiet ? Self.quietMark : result.fit.mark)
  }
}
