import Foundation

/// Tells windows in which nothing reaches a level from the others.
///
/// The sound is measured in blocks of 20 ms from its beginning; a window is quiet where no block that
/// ends in it has that level (RMS, in dBFS: 0 for a constant of 1). A block that goes on after the window's
/// end does not count, so that it makes no difference how many samples have come.
///
/// Not thread-safe; one pipeline owns it.
struct LevelGate {
  private static let blockDuration = 0.02

  private let blockLength: Int
  private let leastPower: Float

  /// The samples of the block that is not whole yet.
  private var waiting: [Float] = []

  /// Where that block begins, in frames.
  private var blockStart: Int64 = 0

  /// Where the level was reached, in frames, in order, as far back as windows may still begin.
  private var loud: [Range<Int64>] = []

  /// Measures sound with so many frames a second against a level in dBFS.
  init(level: Double, sampleRate: Double) {
    blockLength = max(1, Int((sampleRate * Self.blockDuration).rounded()))
    leastPower = Float(pow(10, level / 10))
    waiting.reserveCapacity(blockLength)
  }

  /// Measures the next samples.
  mutating func append(_ samples: Span<Float>) {
    var next = 0
    while next < samples.count {
      let count = min(samples.count - next, blockLength - waiting.count)
      for index in next..<next + count { waiting.append(samples[index]) }
      next += count
      if waiting.count == blockLength { endBlock() }
    }
  }

  /// Ends the sound: what is left counts as a block.
  mutating func finish() {
    if !waiting.isEmpty { endBlock() }
  }

  /// Whether the level is reached nowhere in a window.
  ///
  /// - Parameter isLast: whether the window ends with the sound, whose last block may be shorter.
  func isQuiet(_ window: Range<Int64>, isLast: Bool) -> Bool {
    let length = Int64(blockLength)
    let end = isLast ? window.upperBound : window.upperBound / length * length
    guard end > window.lowerBound else { return false }
    // The last stretch is asked first: a sound that goes on is the usual case.
    return !loud.reversed().contains { $0.overlaps(window.lowerBound..<end) }
  }

  /// Forgets what lies before a frame.
  mutating func discard(before frame: Int64) {
    loud.removeAll { $0.upperBound <= frame }
  }

  private mutating func endBlock() {
    let end = blockStart + Int64(waiting.count)
    let power = BlockLevels.energy(of: waiting.span) / Float(waiting.count)
    // What is no number is no silence either.
    if !(power < leastPower) {
      if let last = loud.indices.last, loud[last].upperBound == blockStart {
        loud[last] = loud[last].lowerBound..<end
      } else {
        loud.append(blockStart..<end)
      }
    }
    blockStart = end
    waiting.removeAll(keepingCapacity: true)
  }
}
