import SoundAnalysis
import Synchronization

/// How far a run over many recordings is, told from all of its threads.
final class BatchProgress: Sendable {
  /// How far it is.
  struct Snapshot: Equatable, Sendable {
    /// Recordings that are done in one way or another.
    var fileCount = 0

    /// The bytes of those, and of the recordings in hand as far as they are heard.
    var byteCount: Int64 = 0

    /// The bytes among them that were heard; the others say nothing of the speed.
    var heardByteCount: Int64 = 0

    /// How much sound was heard, also of the recordings in hand, in seconds.
    var heardSeconds = 0.0

    /// How long the run was busy with files of which nothing was heard, in seconds.
    var otherSeconds = 0.0

    /// How long the slowest recording in hand still takes at its own speed, in seconds.
    var slowestSeconds = 0.0
  }

  /// A recording in hand.
  private struct Hand {
    let analyzer: SNAudioFileAnalyzer
    let byteCount: Int64
    let hearingCount: Int

    /// When its first hearing began.
    var start = ContinuousClock.now

    /// The hearings before this one, where each channel is heard for itself.
    var earlierCount = 0
    var earlierSeconds = 0.0

    /// The share of all hearings that is done, 0...1; nil where nobody knows.
    var share: Double? {
      analyzer.heardShare.map { (Double(earlierCount) + $0) / Double(hearingCount) }
    }

    /// The sound that was heard, each channel as its share of it.
    var heardSeconds: Double { (earlierSeconds + analyzer.heardDuration) / Double(hearingCount) }
  }

  private struct State {
    var done = Snapshot()
    var hands: [Int: Hand] = [:]
    var isCancelled = false
  }

  private let jobs: Int
  private let state = Mutex(State())

  /// Begins with nothing done.
  ///
  /// - Parameter jobs: how many pieces of work are done at the same time.
  init(jobs: Int = 1) { self.jobs = max(1, jobs) }

  /// Where the run is now.
  var snapshot: Snapshot {
    state.withLock { state in
      var snapshot = state.done
      for hand in state.hands.values {
        snapshot.heardSeconds += hand.heardSeconds
        guard let share = hand.share, share > 0 else { continue }
        let byteCount = Int64(Double(hand.byteCount) * share)
        snapshot.byteCount = snapshot.byteCount.saturatingSum(byteCount)
        snapshot.heardByteCount = snapshot.heardByteCount.saturatingSum(byteCount)
        let seconds = hand.start.duration(to: .now) / .seconds(1) * (1 - share) / share
        snapshot.slowestSeconds = max(snapshot.slowestSeconds, seconds)
      }
      return snapshot
    }
  }

  /// Notes what a piece of work listens to; false where it need not begin.
  ///
  /// - Parameters:
  ///   - byteCount: the bytes of the recording.
  ///   - hearingCount: how often it is heard, once for each channel or once for all.
  func begin(
    _ piece: Int, _ analyzer: SNAudioFileAnalyzer, byteCount: Int64 = 0, hearingCount: Int = 1
  ) -> Bool {
    state.withLock { state in
      if state.isCancelled { return false }
      var hand = Hand(analyzer: analyzer, byteCount: byteCount, hearingCount: max(1, hearingCount))
      if let earlier = state.hands[piece] {
        hand.start = earlier.start
        hand.earlierCount = earlier.earlierCount + 1
        hand.earlierSeconds = earlier.earlierSeconds + earlier.analyzer.heardDuration
      }
      state.hands[piece] = hand
      return true
    }
  }

  /// Notes that a piece of work is done.
  ///
  /// - Parameter seconds: how long it took.
  func end(_ piece: Int, byteCount: Int64, seconds: Double = 0) {
    state.withLock { state in
      state.done.fileCount += 1
      state.done.byteCount = state.done.byteCount.saturatingSum(byteCount)
      guard let hand = state.hands.removeValue(forKey: piece), hand.heardSeconds > 0 else {
        state.done.otherSeconds += seconds / Double(jobs)
        return
      }
      state.done.heardSeconds += hand.heardSeconds
      state.done.heardByteCount = state.done.heardByteCount.saturatingSum(
        Int64(Double(byteCount) * (hand.share ?? 1)))
    }
  }

  /// Whether a piece of work listens to something by now.
  func isListening(_ piece: Int) -> Bool { state.withLock { $0.hands[piece] != nil } }

  /// Whether analyses were ended before their time.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends every analysis in hand, and keeps others from beginning.
  func cancel() {
    let analyzers = state.withLock { state in
      state.isCancelled = true
      return state.hands.values.map(\.analyzer)
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
