private import Synchronization

/// Prepared workers that predictions borrow, so that several can run at the same time.
final class WorkerPool<Key: Equatable & Sendable, Worker>: Sendable {
  /// A worker that nobody uses. Sendable although workers are not: the pool's lock gives each to
  /// one borrower at a time, which is its only user until it gives it back.
  private struct Idle: @unchecked Sendable {
    let key: Key
    let worker: Worker
  }

  /// More idle workers than this are let go, the longest unused first.
  private let limit: Int
  private let idle = Mutex<[Idle]>([])

  init(limit: Int = 16) {
    self.limit = limit
  }

  /// Lends a worker for a key, made on the spot if none is idle.
  func withWorker<Result, Failure: Error>(
    for key: Key, make: () throws(Failure) -> Worker,
    _ body: (Worker) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let found = idle.withLock { workers in
      workers.lastIndex { $0.key == key }.map { workers.remove(at: $0) }
    }
    let worker: Worker
    if let found { worker = found.worker } else { worker = try make() }
    defer {
      let returned = Idle(key: key, worker: worker)
      idle.withLock { workers in
        if workers.count == limit { workers.removeFirst() }
        workers.append(returned)
      }
    }
    return try body(worker)
  }
}
