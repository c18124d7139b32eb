import SoundEvents

extension WindowRow {
  /// The columns of a table of windows, in order.
  static let columns = [
    "file", "start", "duration", "label", "confidence", "channel", "kind", "mark",
  ]

  /// A row of a table for each sound.
  ///
  /// - Parameter channel: what is heard of the whole recording.
  func records(file: String, channel: String?) -> [Record] {
    sounds.map { sound in
      var record = Record()
      record.append("file", .text(file))
      record.append(start: start, duration: duration)
      sound.append(to: &record)
      record.append("channel", text: self.channel ?? channel)
      record.append("kind", .text("window"))
      record.append("mark", text: mark)
      return record
    }
  }

  /// The window as an object with a list of sounds.
  ///
  /// - Parameters:
  ///   - file: where the object stands alone; nil where its place tells of the file.
  ///   - channel: what is heard of the whole recording.
  func record(file: String? = nil, channel: String?) -> Record {
    var record = Record()
    if let file { record.append("file", .text(file)) }
    record.append(start: start, duration: duration)
    let rows = sounds.map { sound in
      var row = Record()
      sound.append(to: &row)
      return row
    }
    record.append("sounds", .rows(rows))
    record.append("channel", text: self.channel ?? channel)
    if file != nil { record.append("kind", .text("window")) }
    record.append("mark", text: mark)
    return record
  }
}

extension WindowRow {
  /// The row of a file that could not be heard, or not to its end; its label says why.
  static func failureRecord(_ failure: String, file: String, channel: String?) -> Record {
    let told = [
      "file": file, "label": failure, "channel": channel, "kind": "error",
    ]
    var record = Record()
    for column in columns { record.append(column, text: told[column] ?? nil) }
    return record
  }
}

extension UnheardRow {
  /// The stretch as a row of a table of windows.
  func tableRecord(file: String, channel: String?) -> Record {
    var record = Record()
    record.append("file", .text(file))
    record.append(start: start, duration: duration)
    record.append("label", .text(reason))
    record.append("confidence", .none)
    record.append("channel", text: channel)
    record.append("kind", .text("unheard"))
    record.append("mark", text: clock)
    return record
  }

  /// The stretch as an object; `file` where the object stands alone.
  func record(file: String? = nil, channel: String? = nil) -> Record {
    var record = Record()
    if let file { record.append("file", .text(file)) }
    record.append(start: start, duration: duration)
    if file != nil {
      record.append("channel", text: channel)
      record.append("kind", .text("unheard"))
    }
    record.append("reason", .text(reason))
    if let clock { record.append("clock", .text(clock)) }
    return record
  }
}

extension WindowRow.Sound {
  /// The decimals of a confidence: most of a model's labels are far below 1.
  private static let confidencePlaces = 6

  fileprivate func append(to record: inout Record) {
    record.append("label", .text(label))
    record.append("confidence", .decimal(confidence, places: Self.confidencePlaces))
  }
}

extension Record {
  fileprivate mutating func append(start: Double, duration: Double) {
    append("start", .decimal(start, places: Record.timePlaces))
    append("duration", .decimal(duration, places: Record.timePlaces))
  }

  fileprivate mutating func append(_ name: String, text: String?) {
    append(name, text.map(FieldValue.text) ?? .none)
  }
}
