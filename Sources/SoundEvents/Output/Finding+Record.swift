extension Finding {
  /// The columns of every table of findings, in order; they are part of the outputs' contract.
  package static let columns = [
    "file", "channel", "kind", "label", "start", "end", "peak", "peak_time", "peak_label", "mean",
    "windows", "flags", "closing",
  ]

  /// The finding as a row; `kind` tells events from stretches that were not heard.
  package func record(of recording: Recording) -> Record {
    var record = Record()
    record.append("file", .text(recording.path))
    record.append("channel", channel(of: recording).map(FieldValue.text) ?? .none)
    switch self {
    case .event(let event):
      record.append("kind", .text("event"))
      record.append("label", .text(event.label))
      record.append("start", frame: event.startFrame, at: recording.sampleRate)
      record.append("end", frame: event.endFrame, at: recording.sampleRate)
      record.append("peak", score: event.peak)
      record.append("peak_time", frame: event.peakFrame, at: recording.sampleRate)
      record.append("peak_label", .text(event.peakLabel))
      record.append("mean", score: event.mean)
      record.append("windows", .integer(Int64(event.windowCount)))
      record.append("flags", .words(event.flags.names))
      record.append("closing", event.closing.map { .text($0.rawValue) } ?? .none)
    case .unheard(let span):
      record.append("kind", .text("unheard"))
      record.append("label", .text(span.reason))
      record.append("start", frame: span.startFrame, at: recording.sampleRate)
      record.append("end", frame: span.endFrame, at: recording.sampleRate)
      for column in Self.columns.dropFirst(6) {
        record.append(column, column == "flags" ? .words([]) : .none)
      }
    }
    return record
  }

  /// The row of a recording that could not be heard, or not to its end; its label says why.
  static func failureRecord(_ failure: String, path: String, channel: String?) -> Record {
    var record = Record()
    record.append("file", .text(path))
    record.append("channel", channel.map(FieldValue.text) ?? .none)
    record.append("kind", .text("error"))
    record.append("label", .text(failure))
    for column in columns.dropFirst(4) { record.append(column, .none) }
    return record
  }
}

extension Finding {
  /// What was heard: `mix` or a channel's number from 1; nil if it is not known.
  func channel(of recording: Recording) -> String? {
    guard case .event(let event) = self else { return recording.channel }
    return event.channel ?? recording.channel
  }

  /// Adds the event's windows, if it has kept them, as rows of start, end and score.
  func appendWindows(to record: inout Record, of recording: Recording) {
    guard case .event(let event) = self, !event.windows.isEmpty else { return }
    let rows = event.windows.map { window in
      var row = Record()
      row.append("start", frame: window.startFrame, at: recording.sampleRate)
      row.append("end", frame: window.endFrame, at: recording.sampleRate)
      row.append("score", score: window.score)
      return row
    }
    record.append("window_list", .rows(rows))
  }
}
