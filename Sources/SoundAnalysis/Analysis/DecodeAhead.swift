import AVFAudio
import Foundation

/// Reads a decoder on a thread of its own, a few blocks ahead of the analysis.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked; the other variables are
/// only touched by the reading thread once it has started.
final class DecodeAhead: @unchecked Sendable {
  /// A stretch of the first channel.
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

  /// Holes up to this long, in seconds, are filled with silence; after a longer one a block starts anew.
  private static let longestFilledHole = 60.0

  private let decoder: AudioDecoder

  /// Whether the decoder holds a block that was read and not yet taken.
  private var holdsBlock = false

  /// Where the next block would start without a hole.
  private var nextPosition: Int64 = 0

  private let condition = NSCondition()
  private var state = State()

  /// Starts reading a decoder that nobody else uses from now on.
  init(_ decoder: sending AudioDecoder) {
    self.decoder = decoder
    let thread = Thread { [self] in read() }
    thread.name = "soundanalysis.decode"
    thread.start()
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
    var failure: DecodeError?
    do {
      while let block = try readBlock(), hand(over: block) {}
    } catch {
      failure = error
    }
    var defects = AudioDefects()
    defects.nonFiniteSampleCount = decoder.nonFiniteSampleCount
    defects.firstNonFiniteTime = Double(decoder.firstNonFiniteFrame ?? 0) / decoder.sampleRate
    defects.damagedPacketCount = decoder.damagedPacketCount
    defects.undeclaredDuration = Double(decoder.undeclaredFrameCount) / decoder.sampleRate
    for gap in decoder.gaps where gap.frameCount > 0 {
      defects.gapCount += 1
      defects.missingDuration += Double(gap.frameCount) / decoder.sampleRate
      if defects.gapCount == 1 { defects.firstGapTime = Double(gap.start) / decoder.sampleRate }
    }
    condition.lock()
    state.failure = failure
    state.defects = defects
    state.hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// Gathers small decoded blocks into one; an error is kept until the samples before it are out.
  private func readBlock() throws(DecodeError) -> Block? {
    var block = takeSpare()
    block.samples.removeAll(keepingCapacity: true)
    while block.samples.count < Self.blockFrameCount {
      do {
        if !holdsBlock, try !decoder.readBlock() { break }
      } catch {
        guard !block.samples.isEmpty else { throw error }
        break
      }
      holdsBlock = true
      guard append(to: &block) else { break }
      holdsBlock = false
    }
    return block.samples.isEmpty ? nil : block
  }

  /// Takes the decoder's block, after the hole before it; false where a new block must start with it.
  private func append(to block: inout Block) -> Bool {
    let hole = max(0, decoder.blockFramePosition - nextPosition)
    let isFilled = Double(hole) <= Self.longestFilledHole * decoder.sampleRate
    if block.samples.isEmpty {
      block.position = isFilled ? nextPosition : decoder.blockFramePosition
    } else if !isFilled {
      return false
    }
    if isFilled { block.samples.append(contentsOf: repeatElement(0, count: Int(hole))) }
    decoder.withChannel(0) { samples in
      block.samples.append(addingCapacity: samples.count) { output in
        for index in samples.indices { output.append(samples[index]) }
      }
    }
    nextPosition = block.position + Int64(block.samples.count)
    return true
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
