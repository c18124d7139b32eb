/// What a training is doing.
package enum TrainingProgress: Sendable, Equatable {
  /// So many of all recordings are heard.
  case hearing(count: Int, total: Int)

  /// Background sounds are made and heard.
  case background

  /// The classifier is learned, with so many windows.
  case learning(windowCount: Int)
}
