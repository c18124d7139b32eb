import Foundation
import Synchronization

/// Where analyses spend the processor's time, stage by stage and over all threads.
///
/// Analyses that begin while a profile is `current` add to it. Waiting does not count.
package final class TimeProfile: Sendable {
  /// A part of the way from bytes to results.
  package enum Stage: Int, CaseIterable, Sendable {
    /// Opening and decoding a file.
    case decode
    /// Bringing samples to the model's rate.
    case resample
    /// Computing log-mel frames.
    case features
    /// Preparing and running the model.
    case network
  }

  private static let present = Mutex<TimeProfile?>(nil)

  /// The profile that analyses add to from their beginning on; nil for none.
  package static var current: TimeProfile? {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }

  private let nanoseconds = Mutex<[Int64]>(Array(repeating: 0, count: Stage.allCases.count))

  /// Makes a profile of nothing.
  package init() {}

  /// The processor's time for a stage so far, in seconds.
  package func seconds(_ stage: Stage) -> Double {
    Double(nanoseconds.withLock { $0[stage.rawValue] }) / 1e9
  }

  /// Does some work on this thread and adds its time.
  func measure<Result, Failure: Error>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = Self.threadTime()
    defer {
      let elapsed = Self.threadTime() - start
      nanoseconds.withLock { $0[stage.rawValue] += elapsed }
    }
    return try work()
  }

  private static func threadTime() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension TimeProfile? {
  /// Does some work, and adds its time if there is a profile.
  func measure<Result, Failure: Error>(
    _ stage: TimeProfile.Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let self { try self.measure(stage, work) } else { try work() }
  }
}
