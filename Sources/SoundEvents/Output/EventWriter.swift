/// Writes events in one file format, piece by piece: each call returns the text to append.
///
/// The order of calls is `begin`, then for each recording `beginRecording`, `write` for each finding
/// and `endRecording`, then `end`. The pieces joined are the file, in UTF-8 with `\n` as line end.
/// A writer for an editor of one recording (`EventFormat.holdsSeveralRecordings` is false) gets one.
/// Findings come in the order of their beginnings where the format needs it (`EventOrder`).
package protocol EventWriter: Sendable {
  /// What comes before the first recording.
  mutating func begin() -> String
  /// What comes before the findings of a recording.
  mutating func beginRecording(_ recording: Recording) -> String
  /// A finding; a writer may hold it back.
  mutating func write(_ finding: Finding) -> String
  /// What comes after the findings of a recording that is `frameCount` frames long.
  ///
  /// `failure` says in one line why not all of it was heard; structured formats pass it on.
  mutating func endRecording(frameCount: Int64, failure: String?) -> String
  /// What is said of a recording that could not be opened, in place of `beginRecording` and the rest.
  mutating func skipRecording(path: String, failure: String) -> String
  /// What comes after the last recording.
  mutating func end() -> String
}

extension EventWriter {
  package mutating func begin() -> String { "" }
  package mutating func beginRecording(_ recording: Recording) -> String { "" }
  package mutating func endRecording(frameCount: Int64, failure: String?) -> String { "" }
  package mutating func skipRecording(path: String, failure: String) -> String { "" }
  package mutating func end() -> String { "" }
}

extension EventWriter {
  /// What comes after the findings of a recording that was heard to its end.
  package mutating func endRecording(frameCount: Int64) -> String {
    endRecording(frameCount: frameCount, failure: nil)
  }

  /// The recording that was begun; a finding without one is a mistake of the caller.
  func begun(_ recording: Recording?) -> Recording {
    guard let recording else { preconditionFailure("Begin a recording before its findings.") }
    return recording
  }
}
