import SoundAnalysis
import Synchronization

/// How far a run over many recordings is, told from all of its threads.
final class BatchProgress: Sendable {
  /// How far it is.
  struct Snapshot: Equatable, Sendable {
    /// Recordings that are done in one way or another.
    var fileCount = 0

    /// The bytes of those.
    var byteCount: Int64 = 0

    /// How much sound was heard, also of the recordings in hand, in seconds.
    var heardSeconds = 0.0
  }

  private struct State {
    var done = Snapshot()
    var analyzers: [Int: SNAudioFileAnalyzer] = [:]
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Where the run is now.
  var snapshot: Snapshot {
    state.withLock { state in
      var snapshot = state.done
      for analyzer in state.analyzers.values { snapshot.heardSeconds += analyzer.heardDuration }
      return snapshot
    }
  }

  /// Notes what a piece of work listens to; false where it need not begin.
  func begin(_ piece: Int, _ analyzer: SNAudioFileAnalyzer) -> Bool {
    state.withLock { state in
      if state.isCancelled { return false }
      state.analyzers[piece] = analyzer
      return true
    }
  }

  /// Notes that a piece of work is done.
  func end(_ piece: Int, byteCount: Int64) {
    state.withLock { state in
      state.done.fileCount += 1
      state.done.byteCount = state.done.byteCount.saturatingSum(byteCount)
      if let analyzer = state.analyzers.removeValue(forKey: piece) {
        state.done.heardSeconds += analyzer.heardDuration
      }
    }
  }

  /// Whether a piece of work listens to something by now.
  func isListening(_ piece: Int) -> Bool { state.withLock { $0.analyzers[piece] != nil } }

  /// Whether analyses were ended before their time.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends every analysis in hand, and keeps others from beginning.
  func cancel() {
    let analyzers = state.withLock { state in
      state.isCancelled = true
      return Array(state.analyzers.values)
    }
    for analyzer in analyzers { analyzer.cancelForGood() }
  }
}

extension Int64 {
  /// The sum of two sizes, or the largest number: sparse files may claim more than there is.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
