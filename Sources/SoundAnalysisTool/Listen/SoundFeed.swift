import SoundAnalysis
import Synchronization

/// Hands a tap's buffers to an analyzer and counts them.
final class SoundFeed: Sendable {
  private struct State {
    /// The frame after the last that was taken.
    var end: Int64 = 0
    var lostFrameCount: Int64 = 0
    var sampleRate = 0.0
    var isOver = false
  }

  private let analyzer: SNAudioStreamAnalyzer
  private let frameLimit: Int64?
  private let finish: @Sendable () -> Void
  private let state = Mutex(State())

  /// Feeds an analyzer.
  ///
  /// - Parameters:
  ///   - frameLimit: the frames to take; nil for all that come.
  ///   - finish: is called when so many were taken.
  init(
    analyzer: SNAudioStreamAnalyzer, frameLimit: Int64?, finish: @escaping @Sendable () -> Void
  ) {
    self.analyzer = analyzer
    self.frameLimit = frameLimit
    self.finish = finish
  }

  /// The length of the sound so far, in frames, lost ones included.
  var frameCount: Int64 { state.withLock { $0.end } }

  /// The frames that were never heard.
  var lostFrameCount: Int64 { state.withLock { $0.lostFrameCount } }

  /// The time that was never heard, in seconds.
  var lostDuration: Double {
    state.withLock { $0.sampleRate > 0 ? Double($0.lostFrameCount) / $0.sampleRate : 0 }
  }

  /// Takes a buffer, cut at the limit.
  func take(_ buffer: AVAudioPCMBuffer, at time: AVAudioTime) {
    let start = time.sampleTime
    if let frameLimit, start >= frameLimit {
      let isNews = state.withLock { state in
        defer { state.isOver = true }
        return !state.isOver
      }
      if isNews { finish() }
      return
    }
    var length = Int64(buffer.frameLength)
    if let frameLimit { length = min(length, frameLimit - start) }
    guard length > 0, !state.withLock({ $0.isOver }) else { return }
    buffer.frameLength = AVAudioFrameCount(length)
    analyzer.analyze(buffer, atAudioFramePosition: start)
    let isOver = state.withLock { state in
      state.sampleRate = time.sampleRate
      state.lostFrameCount += max(0, start - state.end)
      state.end = start + length
      state.isOver = frameLimit.map { state.end >= $0 } ?? false
      return state.isOver
    }
    if isOver { finish() }
  }
}
