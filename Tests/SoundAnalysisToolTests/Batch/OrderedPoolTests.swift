import Foundation
import SoundAnalysis
import Synchronization
import Testing

@testable import SoundAnalysisTool

@Suite struct OrderedPoolTests {
  @Test(arguments: [1, 2, 7, 100])
  func itemsComeInTheOrderOfPieces(jobs: Int) throws {
    let pool = OrderedPool<Int>(count: 60)
    var taken: [Int] = []
    let begun = try pool.run(
      jobs: jobs,
      work: { piece in
        // Later pieces are quicker.
        usleep(UInt32(60 - piece) * 50)
        for item in 0..<3 { pool.send(piece * 3 + item, from: piece, cost: 1) }
      }, tick: {}, consume: { _, item in taken.append(item) })
    #expect(taken == Array(0..<180) && begun == 60)
  }

  @Test func whatWaitsIsBoundedAndTheFirstPieceNeverStarves() throws {
    let pool = OrderedPool<Int>(count: 4, limit: 1000)
    let most = Mutex(0)
    var count = 0
    _ = try pool.run(
      jobs: 4,
      work: { piece in
        for item in 0..<2000 {
          pool.send(item, from: piece, cost: 10)
          let waiting = pool.waitingCost
          most.withLock { $0 = max($0, waiting) }
        }
      }, tick: {}, consume: { _, _ in count += 1 })
    #expect(count == 8000)
    // The first piece has its own limit; each thread may be one item over.
    #expect(most.withLock { $0 } <= 2 * 1000 + 4 * 10)
  }

  @Test func piecesThatHangAreGivenUp() throws {
    let pool = OrderedPool<String>(count: 6)
    let end = DispatchSemaphore(value: 0)
    var (taken, abandoned): ([String], [Int]) = ([], [])
    let begun = try pool.run(
      jobs: 4,
      work: { piece in
        pool.send("\(piece)", from: piece, cost: 1)
        if piece == 1 || piece == 2 { end.wait() }
        if piece == 4 { usleep(400_000) }
        if piece == 5 { pool.giveUp(after: 0.1) { $0 == 4 } }
        pool.send("end of \(piece)", from: piece, cost: 1)
      }, tick: {}, consume: { _, item in taken.append(item) }, abandon: { abandoned.append($0) })
    #expect(begun == 6 && abandoned == [1, 2])
    #expect(
      taken == [
        "0", "end of 0", "1", "2", "3", "end of 3", "4", "end of 4", "5", "end of 5",
      ])
    #expect(pool.hasGivenUp(1) && !pool.hasGivenUp(3))
    for _ in 0..<2 { end.signal() }
  }

  @Test func aClosedPoolFinishesWhatIsInHand() throws {
    let pool = OrderedPool<Int>(count: 1000)
    var taken: [Int] = []
    let begun = try pool.run(
      jobs: 3,
      work: { piece in
        if piece == 5 { pool.close() }
        pool.send(piece, from: piece, cost: 1)
      }, tick: {}, consume: { _, item in taken.append(item) })
    #expect((6...8).contains(begun))
    #expect(taken == Array(0..<begun))
  }

  @Test func aFailureEndsTheRunAndTellsThePieces() {
    let stopped = Mutex(0)
    let pool = OrderedPool<Int>(count: 1000) { stopped.withLock { $0 += 1 } }
    #expect(throws: OutputError.closedPipe) {
      try pool.run(
        jobs: 2, work: { piece in pool.send(piece, from: piece, cost: 1) }, tick: {},
        consume: { (piece, _) throws(OutputError) in if piece == 3 { throw .closedPipe } })
    }
    #expect(stopped.withLock { $0 } == 1 && pool.hasGivenUp(7))
  }

  @Test(arguments: [1, 3])
  func fewerThreadsThanJobsDoAll(threadCount: Int) throws {
    let left = Mutex(threadCount)
    let pool = OrderedPool<Int>(
      count: 40,
      start: { name, body in
        let isStarted = left.withLock { left in
          defer { left -= 1 }
          return left > 0
        }
        return isStarted && WorkThread.start(name, body: body)
      })
    var taken: [Int] = []
    let begun = try pool.run(
      jobs: 8, work: { piece in pool.send(piece, from: piece, cost: 1) }, tick: {},
      consume: { _, item in taken.append(item) })
    #expect(taken == Array(0..<40) && begun == 40)
    #expect(
      left.withLock { $0 } == -1, "the first thread that is missing is the last one asked for")
  }

  @Test func withoutAnyThreadTheRunFails() {
    let pool = OrderedPool<Int>(count: 2, start: { _, _ in false })
    let error = #expect(throws: OutputError.self) {
      try pool.run(jobs: 2, work: { _ in }, tick: {}, consume: { _, _ in })
    }
    #expect(
      error?.description
        == "cannot start a thread to work on: Resource temporarily unavailable")
  }

  @Test func whatWaitedForItsTurnIsNotLost() {
    let pool = OrderedPool<String>(count: 3)
    let isSent = DispatchSemaphore(value: 0)
    var salvaged: [String] = []
    #expect(throws: OutputError.closedPipe) {
      try pool.run(
        jobs: 3,
        work: { piece in
          switch piece {
          // The first piece says something when the second has ended.
          case 0: isSent.wait()
          case 2: while !pool.hasGivenUp(2) { usleep(1000) }
          default: break
          }
          pool.send("\(piece) dropped if late", from: piece, cost: 1)
          pool.send("\(piece) lasting", from: piece, cost: 1, isLasting: true)
          isSent.signal()
        }, tick: {}, consume: { (_, _) throws(OutputError) in throw .closedPipe },
        salvage: { salvaged.append("\($0): \($1)") })
    }
    #expect(
      salvaged == [
        "0: 0 lasting", "1: 1 dropped if late", "1: 1 lasting", "2: 2 lasting",
      ])
  }

  @Test func noPiecesAreDoneAtOnce() throws {
    let pool = OrderedPool<Int>(count: 0)
    #expect(try pool.run(jobs: 2, work: { _ in }, tick: {}, consume: { _, _ in }) == 0)
  }
}
