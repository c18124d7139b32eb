/// The file formats that events can be written in.
package enum EventFormat: String, Sendable, CaseIterable {
  /// Columns for people.
  case text
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
  case tsv
  /// An Audacity label track.
  case audacity
  /// A Raven selection table.
  case raven
  /// SubRip subtitles.
  case srt
  /// WebVTT subtitles.
  case vtt
  /// Rich Transcription Time Marked lines.
  case rttm
  /// A Praat TextGrid.
  case textgrid

  /// Whether one file may hold the events of several recordings.
  package var holdsSeveralRecordings: Bool {
    switch self {
    case .text, .json, .jsonl, .csv, .tsv, .raven, .rttm: true
    case .audacity, .srt, .vtt, .textgrid: false
    }
  }

  /// The usual ending of a file's name, without the dot.
  package var fileExtension: String {
    switch self {
    case .text, .audacity: "txt"
    case .raven: "selections.txt"
    case .textgrid: "TextGrid"
    case .json, .jsonl, .csv, .tsv, .srt, .vtt, .rttm: rawValue
    }
  }

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - showsNames: Whether recordings are told apart by their paths, in text and RTTM.
  ///   - showsChannels: Whether text tells the channel.
  package func writer(
    showsNames: Bool = false, showsChannels: Bool = false
  ) -> any EventWriter {
    switch self {
    case .text: TextWriter(showsNames: showsNames, showsChannels: showsChannels)
    case .json: JSONWriter()
    case .jsonl: JSONLinesWriter()
    case .csv: TableWriter(.csv)
    case .tsv: TableWriter(.tsv)
    case .audacity: AudacityLabelWriter()
    case .raven: RavenWriter()
    case .srt: SubtitleWriter(.subRip)
    case .vtt: SubtitleWriter(.webVTT)
    case .rttm: RTTMWriter(showsPaths: showsNames)
    case .textgrid: TextGridWriter()
    }
  }
}
