private import Foundation

/// Reads a microphone on one thread and hands its sound on on another.
///
/// The reading thread never waits for whoever hears the sound: where that falls behind by more than
/// ``longestQueue`` seconds, the oldest sound is dropped, which shows as a jump of the positions.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked; the other variables do
/// not change once the threads run.
final class CaptureSession: @unchecked Sendable {
  /// A stretch of sound.
  struct Block {
    /// Channels interleaved.
    var samples: [Float] = []

    /// Where it starts, in frames since the microphone was opened.
    var position: Int64 = 0

    /// When it was complete, by the host's clock.
    var hostTime: UInt64 = 0
  }

  private struct State {
    /// The microphone, until the reading thread takes it.
    var source: (any CaptureSource)?

    var filled: [Block] = []
    var spare: [Block] = []
    var queuedFrameCount = 0
    var failure: CaptureError?
    var hasEnded = false
    var isStopped = false
  }

  /// Seconds of sound that may wait to be heard.
  static let longestQueue = 10.0

  /// Seconds that a microphone may take to close before nobody waits for it any more.
  private static let longestClosing = 0.5

  /// The frames in a second.
  let sampleRate: Double

  /// The channels of a frame.
  let channelCount: Int

  private let firstPosition: Int64
  private let deliver: @Sendable (borrowing Block) -> Void
  private let fail: @Sendable (CaptureError) -> Void
  private let condition = NSCondition()
  private var state = State()

  /// Held while sound is handed on, so that `stop` can wait for the end of that.
  private let delivery = NSRecursiveLock()

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - source: an open microphone that nobody else uses from now on.
  ///   - firstPosition: the position of its first frame.
  ///   - deliver: takes each block, on a thread of this session.
  ///   - fail: is told, on the same thread and after every block, when no more sound will come.
  init(
    _ source: any CaptureSource, firstPosition: Int64,
    deliver: @escaping @Sendable (borrowing Block) -> Void,
    fail: @escaping @Sendable (CaptureError) -> Void
  ) {
    sampleRate = source.sampleRate
    channelCount = source.channelCount
    self.firstPosition = firstPosition
    self.deliver = deliver
    self.fail = fail
    state.source = source
    let reader = Thread { [self] in read() }
    reader.name = "soundanalysis.microphone"
    reader.start()
    let deliverer = Thread { [self] in deliverAll() }
    deliverer.name = "soundanalysis.tap"
    deliverer.start()
  }

  /// Ends the session; when this returns, no sound is handed on any more.
  ///
  /// The microphone is closed as well, unless it gives no sign of life.
  func stop() {
    let deadline = Date(timeIntervalSinceNow: Self.longestClosing)
    condition.lock()
    state.isStopped = true
    condition.broadcast()
    while !state.hasEnded, condition.wait(until: deadline) {}
    condition.unlock()
    delivery.lock()
    delivery.unlock()
  }

  private func takeSource() -> (any CaptureSource)? {
    condition.lock()
    defer { condition.unlock() }
    return state.source.take()
  }

  private func read() {
    var failure: CaptureError?
    var position = firstPosition
    var microphone = takeSource()
    do {
      while let source = microphone {
        var block = takeSpare()
        let hasSound = try source.read(into: &block.samples)
        block.position = position
        block.hostTime = AVAudioTime.currentHostTime()
        position += Int64(block.samples.count / channelCount)
        if !hand(over: block, hasSound: hasSound) { break }
      }
    } catch {
      failure = error
    }
    microphone = nil
    condition.lock()
    state.failure = failure
    state.hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  private func takeSpare() -> Block {
    condition.lock()
    defer { condition.unlock() }
    return state.spare.popLast() ?? Block()
  }

  /// Queues a block; false once the session is stopped.
  private func hand(over block: consuming Block, hasSound: Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard hasSound else {
      state.spare.append(block)
      return !state.isStopped
    }
    state.queuedFrameCount += block.samples.count / channelCount
    state.filled.append(block)
    let limit = Int(Self.longestQueue * sampleRate)
    while state.queuedFrameCount > limit, state.filled.count > 1 {
      let lost = state.filled.removeFirst()
      state.queuedFrameCount -= lost.samples.count / channelCount
      state.spare.append(lost)
    }
    condition.signal()
    return !state.isStopped
  }

  private func deliverAll() {
    var block = Block()
    while exchange(&block) {
      delivery.lock()
      if !isStopped { deliver(block) }
      delivery.unlock()
    }
    condition.lock()
    let failure = state.isStopped ? nil : state.failure
    condition.unlock()
    if let failure { fail(failure) }
  }

  private var isStopped: Bool {
    condition.lock()
    defer { condition.unlock() }
    return state.isStopped
  }

  /// Waits for the next block and puts it in place of one that is no longer needed; false at the end.
  private func exchange(_ block: inout Block) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    var finished = Block()
    swap(&finished, &block)
    state.spare.append(finished)
    while state.filled.isEmpty && !state.hasEnded && !state.isStopped { condition.wait() }
    guard !state.isStopped, !state.filled.isEmpty else { return false }
    block = state.filled.removeFirst()
    state.queuedFrameCount -= block.samples.count / channelCount
    return true
  }
}
