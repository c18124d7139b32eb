/// A recording and what is heard in it, as somebody who listened says.
package struct LabelledClip: Sendable, Equatable {
  /// A sound with its times.
  package struct Event: Sendable, Equatable {
    /// What is heard.
    package var label: String
    /// The beginning, seconds from that of the recording.
    package var onset: Double
    /// The end, in seconds, later than the beginning.
    package var offset: Double
    /// The line of the table that tells of it; 0 where there is no table.
    package var line: Int

    /// Makes an event.
    package init(label: String, onset: Double, offset: Double, line: Int = 0) {
      self.label = label
      self.onset = onset
      self.offset = offset
      self.line = line
    }
  }

  /// The file's name as the table or the folder gives it.
  package var file: String
  /// What is heard in it, each label once, in the order of first mention.
  package var labels: [String]
  /// The sounds with their times; nil where the labels have none.
  package var events: [Event]?

  /// Makes a clip.
  package init(file: String, labels: [String], events: [Event]? = nil) {
    self.file = file
    self.labels = labels
    self.events = events
  }
}
