/// A text on screen for a while, in a subtitle file.
package struct SubtitleCue: Sendable, Equatable {
  /// When it appears, in milliseconds.
  package var start: Int64
  /// When it vanishes, in milliseconds; after `start`.
  package var end: Int64
  /// Lines of text with `\n` between them, in the markup of its file; no line is empty.
  package var text: String
  /// WebVTT's name of the cue, if it has one.
  package var identifier: String?
  /// What follows the times: WebVTT's cue settings, SubRip's coordinates.
  package var settings: String = ""
  /// WebVTT's notes that stand before the cue, and styles and regions after the first one.
  package var blocksBefore: [String] = []

  /// Makes a cue.
  package init(start: Int64, end: Int64, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

}
