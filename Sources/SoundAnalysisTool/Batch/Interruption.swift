import Foundation
import Synchronization

/// What Ctrl-C means while many files are analysed: the first ends the run after the files in
/// hand, the second at once.
final class Interruption: Sendable {
  private struct State {
    var count = 0
    var lastNumber = 0
    var cleanups: [Int: @Sendable () -> Void] = [:]
  }

  /// Names something to clean up.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private let state = Mutex(State())

  /// Waits for nothing yet.
  init() {}

  /// Listens as long as the returned object lives; nil where the process was told to ignore SIGINT.
  ///
  /// - Parameter first: called at the first signal.
  func listen(first: @escaping @Sendable () -> Void) -> (any DispatchSourceSignal)? {
    let previous = signal(SIGINT, SIG_IGN)
    guard unsafe unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    else { return nil }
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [self] in receive(first) }
    source.resume()
    return source
  }

  /// Whether a signal has come.
  var hasCome: Bool { state.withLock { $0.count > 0 } }

  /// Has something cleaned up should the second signal come.
  func atStop(_ cleanup: @escaping @Sendable () -> Void) -> Ticket {
    state.withLock { state in
      state.lastNumber += 1
      state.cleanups[state.lastNumber] = cleanup
      return Ticket(number: state.lastNumber)
    }
  }

  /// Forgets something that is cleaned up already.
  func forget(_ ticket: Ticket) { state.withLock { $0.cleanups[ticket.number] = nil } }

  private func receive(_ first: () -> Void) {
    let (count, cleanups) = state.withLock { state in
      state.count += 1
      return (state.count, state.count > 1 ? Array(state.cleanups.values) : [])
    }
    if count == 1 { return first() }
    for cleanup in cleanups { cleanup() }
    _ = signal(SIGINT, SIG_DFL)
    // This thread blocks signals; the process does not.
    kill(getpid(), SIGINT)
  }
}
