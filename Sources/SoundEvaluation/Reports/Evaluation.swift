/// Everything that an evaluation says.
package struct Evaluation: Sendable, Equatable, Codable {
  /// What was evaluated and how.
  package struct Setup: Sendable, Equatable, Codable {
    /// The folder or table of labels.
    package var source: String
    /// The classifier's name.
    package var classifier: String
    /// The length of a window, in seconds.
    package var windowDuration: Double
    /// The share of a window that the next one hears again.
    package var overlapFactor: Double
    /// How the scores of a clip's windows become its score: `mean` or `max`.
    package var clipScore: String

    /// Makes a set-up.
    package init(
      source: String, classifier: String, windowDuration: Double, overlapFactor: Double,
      clipScore: String
    ) {
      self.source = source
      self.classifier = classifier
      self.windowDuration = windowDuration
      self.overlapFactor = overlapFactor
      self.clipScore = clipScore
    }
  }

  /// What was evaluated and how.
  package var setup: Setup
  /// The clips that could not be analysed and do not count.
  package var failedCount: Int
  /// The labels that the classifier does not know and that were left out.
  package var unknownLabels: [String]
  /// How well clips are named.
  package var clips: ClipFigures
  /// How well sounds are found in time; nil where no labels have times.
  package var events: EventFigures?

  /// Makes an evaluation.
  package init(
    setup: Setup, failedCount: Int, unknownLabels: [String], clips: ClipFigures,
    events: EventFigures?
  ) {
    self.setup = setup
    self.failedCount = failedCount
    self.unknownLabels = unknownLabels
    self.clips = clips
    self.events = events
  }
}
