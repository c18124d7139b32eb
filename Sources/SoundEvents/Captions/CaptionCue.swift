/// A caption on screen for a while.
package struct CaptionCue: Sendable, Equatable {
  /// When it appears, in milliseconds.
  package var start: Int64
  /// When it vanishes, in milliseconds; after `start`.
  package var end: Int64
  /// What is heard, strongest first, each without brackets.
  package var captions: [String]

  /// Makes a cue.
  package init(start: Int64, end: Int64, captions: [String]) {
    self.start = start
    self.end = end
    self.captions = captions
  }

  /// The captions with brackets, on one line.
  package var text: String {
    captions.map { "[\($0)]" }.joined(separator: " ")
  }
}
