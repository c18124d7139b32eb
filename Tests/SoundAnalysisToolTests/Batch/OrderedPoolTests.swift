import Foundation
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

  @Test func noPiecesAreDoneAtOnce() throws {
    let pool = OrderedPool<Int>(count: 0)
    #expect(try pool.run(jobs: 2, work: { _ in }, tick: {}, consume: { _, _ in }) == 0)
  }
}
