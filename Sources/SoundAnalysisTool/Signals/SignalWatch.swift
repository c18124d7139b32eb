import Foundation

/// Hears of a signal as long as it lives.
///
/// Until it hears, the signal does what it did before; in between none is lost.
///
/// `@unchecked Sendable`: the source does not change, and libdispatch allows its use on any thread.
final class SignalWatch: @unchecked Sendable {
  private let source: any DispatchSourceSignal

  /// Seconds in which libdispatch begins to hear, even on a busy machine.
  private static let patience = 5.0

  /// Begins to hear; nil where the process was told to ignore the signal.
  ///
  /// - Parameter handler: called with how many came since the last call, never twice at once.
  init?(_ number: Int32, handler: @escaping @Sendable (_ count: Int) -> Void) {
    guard !Self.isIgnored(number) else { return nil }
    // libdispatch takes the signal over when it registers the source, and lets the handler go when
    // the source is cancelled.
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { handler(Int(source.data)) }
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.resume()
    // Where the system has no thread left, nobody registers it: the signal does what it did before.
    _ = isRegistered.wait(timeout: .now() + Self.patience)
    self.source = source
  }

  deinit { source.cancel() }

  /// Ends the process as the signal does where nobody listens.
  static func endProcess(by number: Int32) {
    _ = signal(number, SIG_DFL)
    // Threads of libdispatch block signals.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return true }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
