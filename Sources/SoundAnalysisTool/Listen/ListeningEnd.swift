import Foundation

/// Waits until the user ends the command, or something else does.
///
/// `@unchecked Sendable`: `reason` is only touched with `condition` locked; the sources do not
/// change.
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
  private var sources: [any DispatchSourceSignal] = []

  /// Takes the signals that end a program; a second one ends it at once.
  init(signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
    for number in signals {
      let previous = signal(number, SIG_IGN)
      guard unsafe unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
      else { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        _ = signal(number, SIG_DFL)
        self?.end(.signal)
      }
      // Until the source is registered, a signal would be lost.
      let isRegistered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isRegistered.signal() }
      source.resume()
      isRegistered.wait()
      sources.append(source)
    }
  }

  deinit { for source in sources { source.cancel() } }

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
