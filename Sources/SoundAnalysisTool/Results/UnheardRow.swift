/// What is told about a stretch of a recording that could not be heard.
struct UnheardRow: Equatable, Sendable {
  /// The start of the stretch, seconds from the start of the recording.
  var start: Double

  /// The length of the stretch, seconds.
  var duration: Double

  /// Why, in a word or two, such as `hole`.
  var reason: String
}
