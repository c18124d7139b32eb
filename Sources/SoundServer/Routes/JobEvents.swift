import Foundation
import SoundEvents
import Synchronization

/// The course of a job as server-sent events: `progress`, `windows`, and at the end `done`, `failed`
/// or `cancelled`.
///
/// A window's number is the id of its event, so that a client that comes back gets what it missed.
final class JobEvents: BodyStream {
  private struct State {
    var nextWindow: Int
    var lastState: Job.State?
    var lastProgress = -1.0
    var wasOverviewComplete = false
    var lastSign = ContinuousClock.now
    var hasEnded = false
  }

  private static let windowsAtOnce = 200
  private static let labelsOfWindow = 5
  private static let pause = 100
  private static let quiet = Duration.seconds(10)

  private let job: Job
  private let state: Mutex<State>

  /// Follows a job.
  ///
  /// - Parameter window: the first window that is told.
  init(_ job: Job, from window: Int) {
    self.job = job
    state = Mutex(State(nextWindow: window))
  }

  func next() throws -> BodyStep {
    try state.withLock { try step(&$0) }
  }

  func close() {}

  private func step(_ state: inout State) throws -> BodyStep {
    if state.hasEnded { return .end }
    let status = job.current
    var text = ""
    let windows = try job.scores.read(
      state.nextWindow..<min(job.scores.count, state.nextWindow + Self.windowsAtOnce))
    if !windows.isEmpty {
      let views = windows.enumerated().map { offset, window in
        WindowView(window, index: state.nextWindow + offset, job: job, top: Self.labelsOfWindow)
      }
      state.nextWindow += windows.count
      text += "id: \(state.nextWindow)\n" + (try Self.event("windows", views))
    }
    let view = JobView(job)
    if view.state != state.lastState || abs(view.progress - state.lastProgress) >= 0.001
      || status.isOverviewComplete != state.wasOverviewComplete
    {
      state.lastState = view.state
      state.lastProgress = view.progress
      state.wasOverviewComplete = status.isOverviewComplete
      text += try Self.event("progress", view)
    }
    if status.state.isFinal, state.nextWindow >= job.scores.count,
      status.isOverviewComplete || status.state == .cancelled
    {
      text += try Self.event(status.state.rawValue, view)
      state.hasEnded = true
    }
    if text.isEmpty, ContinuousClock.now - state.lastSign > Self.quiet {
      text = ": still here\n\n"
    }
    guard !text.isEmpty else { return .wait(milliseconds: Self.pause) }
    state.lastSign = .now
    return .bytes(Data(text.utf8))
  }

  private static func event(_ name: String, _ value: some Encodable) throws -> String {
    "event: \(name)\ndata: \(String(decoding: try JSON.encode(value), as: UTF8.self))\n\n"
  }
}
