import Foundation
import SoundAnalysis
import Synchronization
import Testing

@testable import SoundServer

@Suite struct ThreadPoolTests {
  @Test func doesEverythingOnceAndInOrder() {
    let pool = ThreadPool("test", mostThreads: 1)
    let shared = Shared(Mutex([]))
    for number in 0..<500 { pool.add { shared.value.withLock { $0.append(number) } } }
    pool.waitUntilIdle()
    #expect(shared.value.withLock { $0 } == Array(0..<500))
  }

  @Test func neverRunsMoreThanItMay() {
    let pool = ThreadPool("test", mostThreads: 3)
    let shared = Shared(Mutex([0, 0]))
    for _ in 0..<60 {
      pool.add {
        shared.value.withLock {
          $0[0] += 1
          $0[1] = max($0[0], $0[1])
        }
        Thread.sleep(forTimeInterval: 0.002)
        shared.value.withLock { $0[0] -= 1 }
      }
    }
    pool.waitUntilIdle()
    #expect(shared.value.withLock { $0 } == [0, 3])
  }

  @Test func busyPoolsDoNotKeepOthersWaiting() {
    let isOver = Shared(Mutex([0]))
    let busy = ThreadPool("busy", mostThreads: 16)
    for _ in 0..<16 {
      busy.add {
        while isOver.value.withLock({ $0[0] }) == 0 { Thread.sleep(forTimeInterval: 0.01) }
      }
    }
    // Would not return if both shared their threads.
    ThreadPool("other", mostThreads: 1).perform {}
    isOver.value.withLock { $0[0] = 1 }
    busy.waitUntilIdle()
  }

  @Test func performReturnsWhenTheWorkIsDone() {
    let pool = ThreadPool("test", mostThreads: 2)
    let shared = Shared(Mutex([0]))
    pool.perform {
      Thread.sleep(forTimeInterval: 0.05)
      shared.value.withLock { $0[0] = 7 }
    }
    #expect(shared.value.withLock { $0 } == [7])
  }

  @Test(arguments: [0, 1])
  func allIsDoneWhereTheSystemHasNoThreadLeft(threads: Int) {
    let started = Shared(Mutex([0]))
    let pool = ThreadPool("test", mostThreads: 4) { name, body in
      let isLeft = started.value.withLock {
        $0[0] += 1
        return $0[0] <= threads
      }
      return isLeft && WorkThread.start(name, body: body)
    }
    let done = Shared(Mutex([]))
    for number in 0..<20 {
      pool.perform { done.value.withLock { $0.append(number) } }
      pool.add { done.value.withLock { $0.append(-number) } }
    }
    pool.waitUntilIdle()
    #expect(done.value.withLock { $0.sorted() } == (0..<20).flatMap { [$0, -$0] }.sorted())
    #expect(started.value.withLock { $0[0] } >= threads)
  }

  private final class Shared: Sendable {
    let value: Mutex<[Int]>

    init(_ value: consuming Mutex<[Int]>) { self.value = value }
  }
}
