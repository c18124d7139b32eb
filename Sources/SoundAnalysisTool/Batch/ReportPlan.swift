import SoundAnalysis
import SoundEvents

/// What becomes of results: what is picked, and in which form it is written.
enum ReportPlan: Sendable {
  /// A table of windows.
  case windows(
    filter: ResultFilter, makeWriter: @Sendable (_ sink: any TextSink) -> any ResultWriter)

  /// A list of events.
  case events(
    filter: EventFilter, makeWriter: @Sendable () -> any EventWriter,
    makeDetector: @Sendable (_ sampleRate: Double) -> EventDetector)

  /// A report that writes to a sink as it is told.
  func report(to sink: any TextSink) -> any Report {
    switch self {
    case .windows(let filter, let makeWriter):
      WindowReport(filter: filter, writer: makeWriter(sink))
    case .events(let filter, let makeWriter, let makeDetector):
      EventReport(sink: sink, writer: makeWriter(), filter: filter, makeDetector: makeDetector)
    }
  }

  /// A report that does all but write: each step to be written is sent.
  func relay(send: @escaping @Sendable (ReportStep) -> Void) -> any Report {
    switch self {
    case .windows(let filter, _):
      WindowReport(filter: filter, writer: RelayResultWriter(send: send))
    case .events(let filter, _, let makeDetector):
      EventReport(
        sink: NoSink(), writer: RelayEventWriter(send: send), filter: filter,
        makeDetector: makeDetector)
    }
  }
}

/// A step of a report in the making, on its way from the thread that found it to the one that writes it.
enum ReportStep: Sendable {
  case beginFile(String, channel: String?)
  case row(WindowRow)
  case unheard(UnheardRow)
  case endFile(failure: String?)
  case beginRecording(Recording)
  case finding(Finding)
  case endRecording(frameCount: Int64, failure: String?)
  case skipRecording(path: String, failure: String)

  /// About how many bytes it takes while it waits.
  var cost: Int {
    switch self {
    case .row(let row): 128 + 64 * row.sounds.count
    default: 512
    }
  }
}

/// Sends the steps of a table of windows.
private final class RelayResultWriter: ResultWriter {
  private let send: @Sendable (ReportStep) -> Void

  init(send: @escaping @Sendable (ReportStep) -> Void) { self.send = send }

  func begin() {}
  func beginFile(_ name: String, channel: String?) { send(.beginFile(name, channel: channel)) }
  func write(_ row: WindowRow) { send(.row(row)) }
  func note(_ row: UnheardRow) { send(.unheard(row)) }
  func endFile(failure: String?) { send(.endFile(failure: failure)) }
  func end() {}
}

/// Sends the steps of a list of events.
private struct RelayEventWriter: EventWriter {
  let send: @Sendable (ReportStep) -> Void

  func beginRecording(_ recording: Recording) -> String {
    send(.beginRecording(recording))
    return ""
  }

  func write(_ finding: Finding) -> String {
    send(.finding(finding))
    return ""
  }

  func endRecording(frameCount: Int64, failure: String?) -> String {
    send(.endRecording(frameCount: frameCount, failure: failure))
    return ""
  }

  func skipRecording(path: String, failure: String) -> String {
    send(.skipRecording(path: path, failure: failure))
    return ""
  }
}

/// Takes the text of a writer that has none.
private final class NoSink: TextSink {
  func write(_ text: String) {}
  func endRecord() {}
  func flush() {}
}
