import SoundEvents

extension WindowRow {
  /// The columns of a table of windows, in order.
  static let columns = ["file", "start", "duration", "label", "confidence"]

  /// A row of a table for each sound.
  func records(file: String) -> [Record] {
    sounds.map { sound in
      var record = Record()
      record.append("file", .text(file))
      append(to: &record)
      sound.append(to: &record)
      return record
    }
  }

  /// The window as an object with a list of sounds; `file` where the object stands alone.
  func record(file: String? = nil) -> Record {
    var record = Record()
    if let file { record.append("file", .text(file)) }
    append(to: &record)
    let rows = sounds.map { sound in
      var row = Record()
      sound.append(to: &row)
      return row
    }
    record.append("sounds", .rows(rows))
    return record
  }

  private func append(to record: inout Record) {
    record.append("start", .decimal(start, places: Record.timePlaces))
    record.append("duration", .decimal(duration, places: Record.timePlaces))
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
