import SoundEvents

/// Writes the steps of reports that come from other threads, in one document.
final class ReportReplay {
  private enum Writer {
    case windows(any ResultWriter)
    case events(any EventWriter)
  }

  private let sink: any TextSink
  private var writer: Writer

  /// Writes to a sink in the form of a plan.
  init(_ plan: ReportPlan, to sink: any TextSink) {
    self.sink = sink
    switch plan {
    case .windows(_, let makeWriter): writer = .windows(makeWriter(sink))
    case .events(_, let makeWriter, _): writer = .events(makeWriter())
    }
  }

  /// Starts the document.
  func begin() throws(OutputError) {
    switch writer {
    case .windows(let writer): try writer.begin()
    case .events: try put { $0.begin() }
    }
  }

  /// Writes a step.
  func write(_ step: ReportStep) throws(OutputError) {
    if case .windows(let writer) = writer {
      switch step {
      case .beginFile(let name, let channel): try writer.beginFile(name, channel: channel)
      case .row(let row): try writer.write(row)
      case .unheard(let row): try writer.note(row)
      case .endFile(let failure): try writer.endFile(failure: failure)
      default: preconditionFailure("A table of windows has no step \(step)")
      }
      return
    }
    try put { writer in
      switch step {
      case .beginRecording(let recording): writer.beginRecording(recording)
      case .finding(let finding): writer.write(finding)
      case .endRecording(let frameCount, let failure):
        writer.endRecording(frameCount: frameCount, failure: failure)
      case .skipRecording(let path, let failure):
        writer.skipRecording(path: path, failure: failure)
      default: preconditionFailure("A list of events has no step \(step)")
      }
    }
  }

  /// Tells of a file that could not be heard.
  func skip(_ path: String, failure: String) throws(OutputError) {
    switch writer {
    case .windows:
      try write(.beginFile(path, channel: nil))
      try write(.endFile(failure: failure))
    case .events: try write(.skipRecording(path: path, failure: failure))
    }
  }

  /// Ends the document.
  func end() throws(OutputError) {
    switch writer {
    case .windows(let writer): try writer.end()
    case .events: try put { $0.end() }
    }
  }

  private func put(_ piece: (inout any EventWriter) -> String) throws(OutputError) {
    guard case .events(var events) = writer else { return }
    let text = piece(&events)
    writer = .events(events)
    guard !text.isEmpty else { return }
    try sink.write(text)
    try sink.endRecord()
  }
}
