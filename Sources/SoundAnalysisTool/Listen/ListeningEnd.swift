import Foundation

/// Waits until the user ends the command, or something else does.
///
/// `@unchecked Sendable`: `reason` and `signalCount` are only touched with `condition` locked; the
/// watches do not change.
final class ListeningEnd: @unchecked Sendable {
  /// Why waiting is over.
  enum Reason: Equatable, Sendable {
    /// The user or the system sent a signal.
    case signal
    /// The work is done.
    case finished
    /// The work cannot go on.
    case failed
  }

  private let condition = NSCondition()
  private var reason: Reason?
  private var signalCount = 0
  private var watches: [SignalWatch] = []

  /// Takes the signals that end a program; a second one ends it at once.
  init(signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
    watches = signals.compactMap { number in
      SignalWatch(number) { [weak self] count in
        if self?.takeSignals(count) != 1 { SignalWatch.endProcess(by: number) }
        self?.end(.signal)
      }
    }
  }

  /// Counts signals; returns how many came in all.
  private func takeSignals(_ count: Int) -> Int {
    condition.withLock {
      signalCount += count
      return signalCount
    }
  }

  /// Ends the waiting; the first reason counts.
  func end(_ reason: Reason) {
    condition.lock()
    self.reason = self.reason ?? reason
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for the end, but no longer than some seconds.
  ///
  /// - Returns: nil where the time is over first.
  func wait(seconds: Double) -> Reason? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while reason == nil, condition.wait(until: deadline) {}
    return reason
  }
}
