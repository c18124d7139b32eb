import AVFAudio
import Foundation

/// Hears a recording on a thread of its own, a few blocks ahead of the analysis.
///
/// Where the system has no thread left, it hears when it is asked.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked; the other variables are
/// only touched by the reading thread once it has started, or by the one that asks.
final class DecodeAhead: @unchecked Sendable {
  /// A stretch of the one channel that is heard.
  struct Block {
    /// Where it starts, in frames of the file.
    var position: Int64 = 0

    var samples: [Float] = []
  }

  private struct State {
    var filled: [Block] = []
    var spare: [Block] = []
    var failure: DecodeError?
    var defects = AudioDefects()
    var hasEnded = false
    var isStopped = false
  }

  /// Frames that a block holds at least, except the last one: few handovers, little latency.
  private static let blockFrameCount = 16_384
  private static let blockLimit = 8

  private let decoder: AudioDecoder
  private let ear: Ear

  private let condition = NSCondition()
  private var state = State()
  private var isAhead = false

  /// What is noticed while the recording is heard.
  let log: ListeningLog

  /// Starts hearing a decoder that nobody else uses from now on.
  ///
  /// - Parameters:
  ///   - gain: the factor for every sample.
  ///   - start: starts a thread.
  /// - Throws: where the listener's choices do not suit the recording.
  init(
    _ decoder: sending AudioDecoder, _ listening: Listening = Listening(), gain: Float = 1,
    start: (String, @escaping @Sendable () -> Void) -> Bool = WorkThread.start
  ) throws(DecodeError) {
    log = ListeningLog(sampleRate: decoder.sampleRate)
    ear = try Ear(decoder, listening, gain: gain, log: log)
    self.decoder = decoder
    let profile = TimeProfile.current
    isAhead = start("decode") { [self] in profile.measure(.decode) { read() } }
  }

  /// Waits for the next block.
  ///
  /// - Parameter finished: a block that is no longer needed; its storage is used again.
  /// - Returns: nil at the end of the sound, and at once when stopped.
  /// - Throws: the decoder's error, after every block before it was handed out.
  func next(finished: consuming Block) throws(DecodeError) -> Block? {
    condition.lock()
    defer { condition.unlock() }
    state.spare.append(finished)
    condition.signal()
    if !isAhead, !state.hasEnded, !state.isStopped { readOne() }
    while state.filled.isEmpty && !state.hasEnded && !state.isStopped { condition.wait() }
    if state.isStopped { return nil }
    if !state.filled.isEmpty { return state.filled.removeFirst() }
    if let failure = state.failure { throw failure }
    return nil
  }

  /// What was wrong with the sound; complete once `next` has given nil or thrown.
  var defects: AudioDefects {
    condition.lock()
    defer { condition.unlock() }
    return state.defects
  }

  /// Stops reading soon, and waiting at once; blocks not yet taken are dropped.
  func stop() {
    condition.lock()
    state.isStopped = true
    condition.broadcast()
    condition.unlock()
  }

  private func read() {
    do {
      while let block = try readBlock(), hand(over: block) {}
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Reads a block for the thread that waits for it, with `condition` locked.
  private func readOne() {
    condition.unlock()
    defer { condition.lock() }
    do {
      if let block = try TimeProfile.current.measure(.decode, readBlock) {
        _ = hand(over: block)
      } else {
        end(nil)
      }
    } catch {
      end(error)
    }
  }

  private func end(_ failure: DecodeError?) {
    var defects = AudioDefects()
    defects.nonFiniteSampleCount = decoder.nonFiniteSampleCount
    defects.firstNonFiniteTime = Double(decoder.firstNonFiniteFrame ?? 0) / decoder.sampleRate
    defects.damagedPacketCount = decoder.damagedPacketCount
    defects.undeclaredDuration = Double(decoder.undeclaredFrameCount) / decoder.sampleRate
    defects.tallies = log.tallies
    defects.sampleRate = decoder.sampleRate
    defects.lowLimit = ear.lowLimit
    condition.lock()
    state.failure = failure
    state.defects = defects
    state.hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// Gathers small decoded blocks into one.
  private func readBlock() throws(DecodeError) -> Block? {
    guard try ear.hear(atLeast: Self.blockFrameCount) else { return nil }
    var block = takeSpare()
    block.position = ear.position
    block.samples.removeAll(keepingCapacity: true)
    block.samples.append(contentsOf: ear.samples)
    ear.clear()
    return block
  }

  private func takeSpare() -> Block {
    condition.lock()
    defer { condition.unlock() }
    return state.spare.popLast() ?? Block()
  }

  /// Waits for room; false once stopped.
  private func hand(over block: Block) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while state.filled.count >= Self.blockLimit && !state.isStopped { condition.wait() }
    state.filled.append(block)
    condition.signal()
    return !state.isStopped
  }
}
