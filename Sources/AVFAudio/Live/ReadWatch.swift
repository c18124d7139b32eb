private import Glibc
private import Synchronization

/// Watches over the reading of a live source: how long nothing comes, and whether to wait on.
///
/// The reading thread asks it; any thread may stop it.
package final class ReadWatch: Sendable {
  private struct State {
    var lastProgress = ContinuousClock.now
    var isStalled = false
    var isStopped = false
  }

  /// Whether a named pipe is opened before it has a writer.
  let isLive: Bool

  /// How long nothing may come before the source has stalled.
  package let timeout: Duration

  private let waitsOn: @Sendable (_ isStalled: Bool) -> Bool
  private let onStall: @Sendable () -> Void
  private let state = Mutex(State())

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - timeout: how long nothing may come.
  ///   - isLive: whether a named pipe is opened before it has a writer.
  ///   - waitsOn: whether to wait, for a source that has stalled or one that has not yet; asked on the
  ///     reading thread, again and again.
  ///   - onStall: is told of each stall once, on the reading thread.
  package init(
    timeout: Duration, isLive: Bool,
    waitsOn: @escaping @Sendable (_ isStalled: Bool) -> Bool = { _ in true },
    onStall: @escaping @Sendable () -> Void
  ) {
    self.timeout = timeout
    self.waitsOn = waitsOn
    self.isLive = isLive
    self.onStall = onStall
  }

  /// Ends all waiting for good.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Whether `stop` was called.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Whether nothing has come for longer than the timeout.
  package var isStalled: Bool { state.withLock { $0.isStalled } }

  /// Takes note that something has come, or that waiting begins only now.
  package func noteProgress() {
    state.withLock { state in
      state.lastProgress = .now
      state.isStalled = false
    }
  }

  /// Whether the waiting has to end; tells of a stall that begins.
  var mustEnd: Bool {
    let (isStopped, isNews, isStalled) = state.withLock { state in
      let wasStalled = state.isStalled
      if ContinuousClock.now - state.lastProgress > timeout { state.isStalled = true }
      return (state.isStopped, state.isStalled && !wasStalled, state.isStalled)
    }
    if isStopped { return true }
    if isNews { onStall() }
    return !waitsOn(isStalled)
  }

  /// Waits until a pipe has bytes, or no writer any more; false where the waiting has to end.
  func waits(forBytesOf descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !mustEnd {
      if unsafe poll(&event, 1, Self.pollMilliseconds) > 0 { return true }
    }
    return false
  }

  /// How soon a stop is noticed.
  private static let pollMilliseconds: Int32 = 50
}
