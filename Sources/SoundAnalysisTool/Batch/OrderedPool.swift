import Foundation
import SoundAnalysis

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

    /// The threads that work.
    var workerCount = 0
    var isClosed = false
    var isStopped = false

    /// When pieces that have not ended are given up; nil for never.
    var deadline: Date?

    /// Pieces that are not given up, for they will end.
    var isSure: @Sendable (Int) -> Bool = { _ in false }

    /// Pieces that were given up.
    var abandoned: Set<Int> = []
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
  private let start: (String, @escaping @Sendable () -> Void) -> Bool
  private let condition = NSCondition()
  private var state = State()

  /// Prepares work.
  ///
  /// - Parameters:
  ///   - count: the pieces; they are numbered from 0.
  ///   - limit: how much may wait, in bytes as `send` is told them.
  ///   - onStop: called when the work is given up, so that pieces in hand can end soon.
  ///   - start: starts a thread of a name; false where the system has none left.
  init(
    count: Int, limit: Int = 32 << 20, onStop: @escaping @Sendable () -> Void = {},
    start: @escaping (String, @escaping @Sendable () -> Void) -> Bool = WorkThread.start
  ) {
    self.count = count
    self.limit = limit
    self.onStop = onStop
    self.start = start
  }

  /// Does all pieces, and hands their items to `consume` on this thread.
  ///
  /// - Parameters:
  ///   - jobs: how many pieces are done at the same time; fewer where the system lacks threads.
  ///   - work: does the piece of a number; called on threads of the pool.
  ///   - tick: called on this thread about every tenth of a second and after each item.
  ///   - consume: takes an item of the piece of a number.
  ///   - abandon: takes the number of a piece of which no further item will come, see `giveUp`.
  ///   - salvage: takes the items that nobody has taken when the work was given up.
  /// - Returns: how many pieces were begun: all, unless the pool was closed.
  /// - Throws: what `consume` threw, or why the pool was stopped; the work is given up then.
  func run(
    jobs: Int, work: @escaping @Sendable (Int) -> Void, tick: () -> Void,
    consume: (Int, Item) throws(OutputError) -> Void,
    abandon: (Int) throws(OutputError) -> Void = { _ in },
    salvage: (Int, Item) -> Void = { _, _ in }
  ) throws(OutputError) -> Int {
    try startWorkers(jobs, work)
    var current: (piece: Int, items: ArraySlice<Item>) = (0, [])
    do {
      while let step = next() {
        current = (step.piece, step.items[...])
        while let item = current.items.popFirst() { try consume(step.piece, item) }
        if step.isAbandoned { try abandon(step.piece) }
        tick()
      }
    } catch {
      stop(because: error)
    }
    waitForWorkers()
    let (failure, waiting) = condition.withLock { (state.failure, state.queues) }
    if let failure {
      for item in current.items { salvage(current.piece, item) }
      for (piece, queue) in waiting.sorted(by: { $0.key < $1.key }) {
        for item in queue.items { salvage(piece, item) }
      }
      throw failure
    }
    return condition.withLock { state.next }
  }

  /// Hands on an item of a piece that is being done; may wait, and drops the item once stopped.
  ///
  /// - Parameters:
  ///   - cost: what the item weighs, in bytes.
  ///   - isLasting: whether it is of use though the work was given up.
  func send(_ item: Item, from piece: Int, cost: Int, isLasting: Bool = false) {
    condition.lock()
    defer { condition.unlock() }
    while !hasGivenUpLocked(piece), isFull(for: piece) { condition.wait() }
    guard !hasGivenUpLocked(piece) || isLasting && state.isStopped else { return }
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

  /// Waits no longer than some seconds for pieces in hand; those that hang are left behind.
  ///
  /// - Parameter isSure: whether the piece of a number will end, and is waited for.
  func giveUp(after seconds: Double, unless isSure: @escaping @Sendable (Int) -> Bool) {
    condition.withLock {
      state.isSure = isSure
      state.deadline = state.deadline ?? Date(timeIntervalSinceNow: seconds)
      condition.broadcast()
    }
  }

  /// Gives the work up.
  func stop(because failure: OutputError) {
    condition.withLock {
      if state.failure == nil { state.failure = failure }
      state.isStopped = true
      state.isClosed = true
      condition.broadcast()
    }
    onStop()
  }

  /// Whether nothing is wanted of a piece any more.
  func hasGivenUp(_ piece: Int) -> Bool { condition.withLock { hasGivenUpLocked(piece) } }

  private func hasGivenUpLocked(_ piece: Int) -> Bool {
    state.isStopped || state.abandoned.contains(piece)
  }

  /// What waits, in bytes.
  var waitingCost: Int { condition.withLock { state.cost } }

  private func isFull(for piece: Int) -> Bool {
    guard piece == state.head else { return state.cost >= limit }
    return (state.queues[piece]?.cost ?? 0) >= limit
  }

  private func startWorkers(
    _ jobs: Int, _ work: @escaping @Sendable (Int) -> Void
  ) throws(OutputError) {
    for number in 1...max(1, min(jobs, count)) {
      // Before it starts, so that nobody finds a pool at work without workers.
      condition.withLock { state.workerCount += 1 }
      if start("job-\(number)", { [self] in runWorker(work) }) { continue }
      condition.withLock { state.workerCount -= 1 }
      if number > 1 { return }
      throw .noThread
    }
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

  /// What comes next for the thread that takes the items.
  private struct Step {
    let piece: Int
    var items: [Item] = []
    var isAbandoned = false
  }

  /// Waits for items of the first unfinished piece, a tenth of a second at most; nil when all is done.
  private func next() -> Step? {
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
        return Step(piece: piece, items: items)
      }
      if state.workerCount == 0 { return nil }
      if let last = state.deadline, last <= Date() {
        guard piece < state.next else { return nil }
        if !state.isSure(piece) {
          state.abandoned.insert(piece)
          state.head += 1
          condition.broadcast()
          return Step(piece: piece, isAbandoned: true)
        }
      }
      if !condition.wait(until: deadline) { return Step(piece: piece) }
    }
    return nil
  }

  /// Waits for the threads; one that hangs in a system call after a stop is left behind.
  private func waitForWorkers() {
    condition.lock()
    defer { condition.unlock() }
    let deadline = state.abandoned.isEmpty ? Date(timeIntervalSinceNow: 2) : Date()
    while state.workerCount > 0 {
      if !condition.wait(until: deadline) { return }
    }
  }
}
