import Foundation
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

  private final class Shared: Sendable {
    let value: Mutex<[Int]>

    init(_ value: consuming Mutex<[Int]>) { self.value = value }
  }
}
