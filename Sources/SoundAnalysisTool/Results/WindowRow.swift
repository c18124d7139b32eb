/// What is told about one window of sound.
struct WindowRow: Equatable, Sendable {
  /// One label and how sure the classifier is of it.
  struct Sound: Equatable, Sendable {
    /// The classifier's own label, such as `dog_bark`.
    var label: String

    /// 0...1.
    var confidence: Double
  }

  /// The start of the window, seconds from the start of the recording.
  var start: Double

  /// The length of the window, seconds.
  var duration: Double

  /// The sounds to tell of, the most confident first.
  var sounds: [Sound]

  /// What was heard: `mix` or the number of a channel; nil for what the whole recording tells.
  var channel: String?

  /// How the window differs from others: `aligned`, `short` or `padded` by its place, `quiet` below the
  /// level gate; nil for none.
  var mark: String?
}
