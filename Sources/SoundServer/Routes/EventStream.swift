import Foundation
import SoundAnalysis
import SoundEvents
import Synchronization

/// The events of a job, cut and written while they are sent.
final class EventStream: BodyStream {
  private struct State {
    var detector: EventDetector
    var order = EventOrder()
    var unheard: [UnheardSpan] = []
    var channels: ChannelCourse?
    var writer: any EventWriter
    var nextWindow = 0
    var lastFrame: Int64 = 0
    var hasBegun = false
    var hasEnded = false
  }

  private static let windowsAtOnce = 256

  private let job: Job
  private let cut: EventCut
  private let state: Mutex<State>

  /// Prepares to cut; windows that come later are left out.
  init(job: Job, cut: EventCut, format: EventFormat) throws {
    var cut = cut
    try cut.findLabels(among: job.classifier.labels)
    self.job = job
    self.cut = cut
    state = Mutex(
      State(
        detector: try cut.detector(for: job.classifier, sampleRate: job.info.sampleRate),
        writer: format.writer()))
  }

  func next() throws -> BodyStep {
    let text = try state.withLock { state in
      var text = ""
      // A piece without an event is no piece; go on until there is one.
      while text.isEmpty, !state.hasEnded { text += try step(&state) }
      return text
    }
    return text.isEmpty ? .end : .bytes(Data(text.utf8))
  }

  func close() {}

  private func step(_ state: inout State) throws -> String {
    guard state.hasBegun else {
      state.hasBegun = true
      // Of a job that still runs, nobody knows yet what goes unheard in all.
      let status = job.current
      state.unheard = status.unheard
      state.channels = status.channels
      let recording = Recording(
        path: job.name, sampleRate: job.info.sampleRate, channel: channel)
      return state.writer.begin() + state.writer.beginRecording(recording)
    }
    var text = ""
    // Before the windows, so that a job that is over has no more of them.
    let status = job.current
    let windows = try job.scores.read(
      state.nextWindow..<state.nextWindow + Self.windowsAtOnce)
    state.nextWindow += windows.count
    for window in windows {
      collect(state.detector.process(window), &state)
      state.lastFrame = max(state.lastFrame, window.endFrame)
    }
    if let settledFrame = state.detector.settledFrame {
      text += write(state.order.release(before: settledFrame), before: settledFrame, &state)
    }
    if windows.isEmpty {
      state.hasEnded = true
      let end = status.state.isFinal ? max(status.heardFrames, state.lastFrame) : state.lastFrame
      collect(state.detector.finish(at: end), &state)
      text += write(state.order.releaseAll(), before: .max, &state)
      text += state.writer.endRecording(
        frameCount: end, failure: status.problem.map { "\(job.name): \($0.detail)" })
      text += state.writer.end()
    }
    return text
  }

  /// What is heard of the recording as a rule.
  private var channel: String { job.info.channelCount == 1 ? "1" : "mix" }

  private func collect(_ announcements: [EventAnnouncement], _ state: inout State) {
    for case .closed(var event) in announcements
    where cut.labels.isEmpty || cut.labels.contains(event.label) {
      let frames = event.startFrame..<max(event.startFrame + 1, event.endFrame)
      let heard = state.channels?.name(for: frames)
      event.channel = heard == channel ? nil : heard
      state.order.add(event)
    }
  }

  private func write(
    _ events: [SoundEvent], before frame: Int64, _ state: inout State
  ) -> String {
    [Finding](events, taking: &state.unheard, before: frame).map { state.writer.write($0) }.joined()
  }
}
