import Foundation

/// Does numbered pieces of work on a few threads, and hands on what they send in the order of their numbers.
///
/// What a piece sends goes out at once while every piece before it has ended, and waits otherwise.
/// What waits is bounded: a piece that is ahead pauses when too much waits; the first one never does,
/// unless it sends faster than its items are taken.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked.
final class OrderedPool<Item: Sendable>: @unchecked Sendable {
  private struct State {
    /// The next piece to begin.
    var next = 0

    /// The piece whose items go out now.
    var head = 0

    /// What began pieces have sent and nobody has taken, by their number.
    var queues: [Int: Queue] = [:]

    /// What all queues together weigh, in bytes.
    var cost = 0

    var workerCount = 0
    var isClosed = false
    var isStopped = false
    var failure: OutputError?
  }

  private struct Queue {
    var items: [Item] = []
    var cost = 0
    var hasEnded = false
  }

  private let count: Int
  private let limit: Int
  private let onStop: @Sendable () -> Void
  private let condition = NSCondition()
  private var state = State()

  /// Prepares work.
  ///
  /// - Parameters:
  ///   - count: the pieces; they are numbered from 0.
  ///   - limit: how much may wait, in bytes as `send` is told them.
  ///   - onStop: called when the work is given up, so that pieces in hand can end soon.
  init(count: Int, limit: Int = 32 << 20, onStop: @escaping @Sendable () -> Void = {}) {
    self.count = count
    self.limit = limit
    self.onStop = onStop
  }

  /// Does all pieces, and hands their items to `consume` on this thread.
  ///
  /// - Parameters:
  ///   - jobs: how many pieces are done at the same time.
  ///   - work: does the piece of a number; called on threads of the pool.
  ///   - tick: called on this thread about every tenth of a second and after each item.
  ///   - consume: takes an item of the piece of a number.
  /// - Returns: how many pieces were done: all, unless the pool was closed.
  /// - Throws: what `consume` threw, or why the pool was stopped; the work is given up then.
  func run(
    jobs: Int, work: @escaping @Sendable (Int) -> Void, tick: () -> Void,
    consume: (Int, Item) throws(OutputError) -> Void
  ) throws(OutputError) -> Int {
    let threadCount = max(1, min(jobs, count))
    condition.withLock { state.workerCount = threadCount }
    for number in 0..<threadCount {
      let thread = Thread { [self] in runWorker(work) }
      thread.name = "soundanalysis.job-\(number + 1)"
      thread.start()
    }
    do {
      while let (piece, items) = next() {
        for item in items { try consume(piece, item) }
        tick()
      }
    } catch {
      stop(because: error)
    }
    waitForWorkers()
    if let failure = condition.withLock({ state.failure }) { throw failure }
    return condition.withLock { state.next }
  }

  /// Hands on an item of a piece that is being done; may wait, and drops the item once stopped.
  ///
  /// - Parameter cost: what the item weighs, in bytes.
  func send(_ item: Item, from piece: Int, cost: Int) {
    condition.lock()
    defer { condition.unlock() }
    while !state.isStopped, isFull(for: piece) { condition.wait() }
    guard !state.isStopped else { return }
    state.queues[piece, default: Queue()].items.append(item)
    state.queues[piece, default: Queue()].cost += cost
    state.cost += cost
    if piece == state.head { condition.broadcast() }
  }

  /// Begins no further piece; those in hand are finished.
  func close() {
    condition.withLock {
      state.isClosed = true
      condition.broadcast()
    }
  }

  /// Gives the work up.
  func stop(because failure: OutputError) {
    condition.withLock {
      if state.failure == nil { state.failure = failure }
      state.isStopped = true
      state.isClosed = true
      state.queues = [:]
      condition.broadcast()
    }
    onStop()
  }

  /// Whether the work was given up.
  var isStopped: Bool { condition.withLock { state.isStopped } }

  /// What waits, in bytes.
  var waitingCost: Int { condition.withLock { state.cost } }

  private func isFull(for piece: Int) -> Bool {
    guard piece == state.head else { return state.cost >= limit }
    return (state.queues[piece]?.cost ?? 0) >= limit
  }

  private func runWorker(_ work: (Int) -> Void) {
    while let piece = begin() {
      work(piece)
      condition.withLock {
        state.queues[piece, default: Queue()].hasEnded = true
        if piece == state.head { condition.broadcast() }
      }
    }
    condition.withLock {
      state.workerCount -= 1
      condition.broadcast()
    }
  }

  private func begin() -> Int? {
    condition.withLock {
      guard !state.isClosed, state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Waits for items of the first unfinished piece, a tenth of a second at most; nil when all is done.
  private func next() -> (piece: Int, items: [Item])? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: 0.1)
    while !state.isStopped {
      let piece = state.head
      if var queue = state.queues[piece], !queue.items.isEmpty || queue.hasEnded {
        let items = queue.items
        state.cost -= queue.cost
        if queue.hasEnded {
          state.queues[piece] = nil
          state.head += 1
        } else {
          queue.items = []
          queue.cost = 0
          state.queues[piece] = queue
        }
        condition.broadcast()
        if items.isEmpty { continue }
        return (piece, items)
      }
      if state.workerCount == 0 { return nil }
      if !condition.wait(until: deadline) { return (piece, []) }
    }
    return nil
  }

  /// Waits for the threads; one that hangs in a system call after a stop is left behind.
  private func waitForWorkers() {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: 2)
    while state.workerCount > 0 {
      if !condition.wait(until: deadline) { return }
    }
  }
}
