/// A subtitle file in memory.
package struct SubtitleDocument: Sendable, Equatable {
  /// A part of a file that could not be used.
  package struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// What is wrong there, and what became of it.
    package let message: String

    /// Line and message as one sentence.
    package var description: String { "line \(line): \(message)" }
  }

  /// The format, which is also the one that it is written in.
  package var format: SubtitleFormat
  /// WebVTT's first block, with its signature, and all up to the last style or region before the
  /// first cue; empty in SubRip.
  package var header: String
  /// The cues that could be read, in the order of the file.
  package var cues: [SubtitleCue]
  /// WebVTT's notes after the last cue.
  package var blocksAfter: [String] = []
  /// The first problems, at most `maximumProblems`.
  package var problems: [Problem] = []
  /// Whether the file was no Unicode and was read as Windows-1252, because most such files are.
  package var hasGuessedEncoding = false
  /// How many problems there are in all.
  package var problemCount = 0

  /// More problems than this are counted, not listed.
  package static let maximumProblems = 20

  /// Makes a document of cues.
  package init(format: SubtitleFormat, cues: [SubtitleCue] = []) {
    self.format = format
    header = format == .webVTT ? "WEBVTT" : ""
    self.cues = cues
  }

  /// The file's text; encode it as UTF-8.
  package var text: String {
    var out = format == .webVTT ? "\(header)\n\n" : ""
    for (place, cue) in cues.enumerated() { out += format.block(cue, number: place + 1) }
    for block in blocksAfter { out += "\(block)\n\n" }
    return out
  }

  mutating func report(_ message: String, line: Int) {
    problemCount += 1
    if problems.count < Self.maximumProblems {
      problems.append(Problem(line: line, message: message))
    }
  }
}

/// Why a subtitle file could not be read at all.
package enum SubtitleError: Error, Equatable, CustomStringConvertible {
  /// The file is larger than `SubtitleReader.largestFile`.
  case tooLarge(byteCount: Int)
  /// The file has text, but no cue.
  case noCues(firstLine: String)

  /// The error as a sentence, for a person.
  package var description: String {
    switch self {
    case .tooLarge(let byteCount):
      "found \(byteCount) bytes, expected at most \(SubtitleReader.largestFile)"
    case .noCues(let firstLine):
      "found no subtitle in it, expected SubRip or WebVTT; it begins with '\(firstLine)'"
    }
  }
}
