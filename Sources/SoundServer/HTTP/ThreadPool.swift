import Foundation
import SoundAnalysis

/// A bounded number of threads for one kind of work, first come, first served.
///
/// Dispatch shares one thread a processor among all its queues: recordings being classified would
/// keep every answer waiting. Here each kind of work has threads of its own, and the system shares
/// the processors fairly. Where the system has no thread left, those that there are do the work, and
/// without any the caller does.
///
/// `@unchecked Sendable`: `condition` guards all that changes.
final class ThreadPool: @unchecked Sendable {
  private static let idleSeconds = 5.0

  private let name: String
  private let mostThreads: Int
  private let start: (String, @escaping @Sendable () -> Void) -> Bool
  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var unfinishedCount = 0
  private var threadCount = 0
  private var idleCount = 0

  /// Makes a pool without threads; they come with the work and go when there has been none for a while.
  ///
  /// - Parameter start: starts a thread, and tells whether there is one.
  init(
    _ name: String, mostThreads: Int,
    start: @escaping (String, @escaping @Sendable () -> Void) -> Bool = WorkThread.start
  ) {
    precondition(mostThreads > 0, "A pool needs a thread.")
    self.name = name
    self.mostThreads = mostThreads
    self.start = start
  }

  /// Has a thread do a piece of work.
  func add(_ work: @escaping @Sendable () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    waiting.append(work)
    unfinishedCount += 1
    if waiting.count > idleCount, threadCount < mostThreads {
      threadCount += 1
      if start(name, { [self] in serve() }) { return }
      threadCount -= 1
      if threadCount == 0 { while workOnce() {} }
    }
    condition.broadcast()
  }

  /// Has a thread do a piece of work and returns when that is done.
  func perform(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    add {
      work()
      done.signal()
    }
    done.wait()
  }

  /// Returns when no work is left.
  func waitUntilIdle() {
    condition.lock()
    while unfinishedCount > 0 { condition.wait() }
    condition.unlock()
  }

  private func serve() {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if workOnce() { continue }
      idleCount += 1
      let isWoken = condition.wait(until: Date(timeIntervalSinceNow: Self.idleSeconds))
      idleCount -= 1
      guard isWoken || !waiting.isEmpty else {
        threadCount -= 1
        return
      }
    }
  }

  /// Does one piece of work, with `condition` locked before and after; returns whether there was one.
  private func workOnce() -> Bool {
    guard !waiting.isEmpty else { return false }
    let work = waiting.removeFirst()
    condition.unlock()
    work()
    condition.lock()
    unfinishedCount -= 1
    if unfinishedCount == 0 { condition.broadcast() }
    return true
  }
}
