import Foundation
import Synchronization

/// What the signals that end a program mean while recordings are analysed.
///
/// Ctrl-C (SIGINT) lets the recordings in hand be finished, where there are others. A second one, or
/// SIGTERM or SIGHUP, ends them where they are; what was heard until then is written. One more ends
/// the process at once.
final class Interruption: Sendable {
  /// How far the run is interrupted.
  enum Stage: Int, Comparable {
    /// Not at all.
    case none
    /// No further recording is begun.
    case finishing
    /// The recordings in hand end where they are.
    case cutting
    /// The process ends, without what is not written.
    case ending

    /// The stage after a signal.
    ///
    /// - Parameter finishesFirst: whether there is something that Ctrl-C lets be finished.
    func after(_ number: Int32, finishesFirst: Bool) -> Stage {
      if self == .none, number == SIGINT, finishesFirst { return .finishing }
      return self < .cutting ? .cutting : .ending
    }

    static func < (first: Stage, second: Stage) -> Bool { first.rawValue < second.rawValue }
  }

  /// Names something to clean up.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State {
    var stage = Stage.none
    var signal: Int32?
    var lastNumber = 0
    var cleanups: [Int: @Sendable () -> Void] = [:]
  }

  private let finishesFirst: Bool
  private let state = Mutex(State())

  /// Listens to nothing yet.
  ///
  /// - Parameter finishesFirst: whether the first Ctrl-C lets the recordings in hand be finished.
  init(finishesFirst: Bool) { self.finishesFirst = finishesFirst }

  /// Listens as long as the returned objects live, but not to signals that are ignored.
  ///
  /// - Parameter change: called with each new stage but the last, on a thread of the system's.
  func listen(_ change: @escaping @Sendable (Stage) -> Void) -> [SignalWatch] {
    [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      SignalWatch(number) { [self] count in
        for _ in 0..<count { receive(number, change) }
      }
    }
  }

  /// How far the run is interrupted.
  var stage: Stage { state.withLock { $0.stage } }

  /// The status of a run that was interrupted; nil for one that was not.
  var status: ExitStatus? {
    switch state.withLock({ $0.signal }) {
    case nil: nil
    case SIGTERM: .terminated
    case SIGHUP: .hungUp
    default: .interrupted
    }
  }

  /// Has something cleaned up should the process end at once.
  func atStop(_ cleanup: @escaping @Sendable () -> Void) -> Ticket {
    state.withLock { state in
      state.lastNumber += 1
      state.cleanups[state.lastNumber] = cleanup
      return Ticket(number: state.lastNumber)
    }
  }

  /// Forgets something that is cleaned up already.
  func forget(_ ticket: Ticket) { state.withLock { $0.cleanups[ticket.number] = nil } }

  private func receive(_ number: Int32, _ change: (Stage) -> Void) {
    let (stage, cleanups) = state.withLock { state in
      state.stage = state.stage.after(number, finishesFirst: finishesFirst)
      state.signal = number
      return (state.stage, Array(state.cleanups.values))
    }
    guard stage == .ending else { return change(stage) }
    for cleanup in cleanups { cleanup() }
    SignalWatch.endProcess(by: number)
  }
}
