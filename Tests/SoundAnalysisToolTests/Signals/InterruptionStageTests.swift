import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct InterruptionStageTests {
  @Test(arguments: [
    ([SIGINT], true, Interruption.Stage.finishing), ([SIGINT], false, .cutting),
    ([SIGINT, SIGINT], true, .cutting), ([SIGINT, SIGINT, SIGINT], true, .ending),
    ([SIGINT, SIGINT], false, .ending), ([SIGTERM], true, .cutting), ([SIGHUP], true, .cutting),
    ([SIGINT, SIGTERM], true, .cutting), ([SIGTERM, SIGINT], true, .ending),
  ])
  func eachSignalGoesFurther(
    signals: [Int32], finishesFirst: Bool, expected: Interruption.Stage
  ) {
    let stage = signals.reduce(Interruption.Stage.none) {
      $0.after($1, finishesFirst: finishesFirst)
    }
    #expect(stage == expected)
  }

  @Test func noSignalIsLostOnceTheWatchIsThere() throws {
    for _ in 0..<20 {
      let count = Mutex(0)
      let isHeard = DispatchSemaphore(value: 0)
      let watch = try #require(
        SignalWatch(SIGUSR1) { number in
          count.withLock { $0 += number }
          isHeard.signal()
        })
      kill(getpid(), SIGUSR1)
      #expect(isHeard.wait(timeout: .now() + Double(60 * Sanitizer.patience)) == .success)
      #expect(count.withLock { $0 } == 1)
      withExtendedLifetime(watch) {}
    }
  }
}
