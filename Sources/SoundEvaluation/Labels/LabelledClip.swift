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

    /// Makes an event.
    package init(label: String, onset: Double, offset: Double) {
      self.label = label
      self.onset = onset
      self.offset = offset
    }
  }

  /// The file's name as the table or the folder gives it.
  package var file: String
  /// What is heard in it, each label once, in the order of first mention.
  package var labels: [String]
  /// The sounds with their times; nil where the labels have none.
  package var events: [Event]?
  /// The line of the table that names the file first; 0 where there is no table.
  package var line: Int

  /// Makes a clip.
  package init(file: String, labels: [String], events: [Event]? = nil, line: Int = 0) {
    self.file = file
    self.labels = labels
    self.events = events
    self.line = line
  }
}
