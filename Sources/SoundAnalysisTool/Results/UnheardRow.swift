/// What is told about a stretch of a recording that could not be heard, or not in full.
struct UnheardRow: Equatable, Sendable {
  /// The start of the stretch, seconds from the start of the recording.
  var start: Double

  /// The length of the stretch, seconds.
  var duration: Double

  /// Why, in a word or two, such as `hole`.
  var reason: String

  /// When it began by the clock, ISO 8601 in UTC; nil for a recording, whose time is its own.
  var clock: String?

  /// How far up it was heard, in words; nil for a stretch that was not heard at all.
  var bandwidth: String?
}
