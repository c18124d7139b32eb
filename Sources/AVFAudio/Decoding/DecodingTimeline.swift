/// Gives each decoded frame its place in the time of the file.
///
/// Frames follow one another by count. Where the container's clock runs ahead of the count by more
/// than the tolerance, sound is missing, and the place follows the clock. A clock that lags a
/// little is inexact and ignored; one that goes back, or ahead by more than a day, has jumped: the
/// count goes on, and the clock is read anew from there.
struct DecodingTimeline {
  /// Where the next frame would start without a gap, in frames of the file.
  private(set) var nextFrame: Int64 = 0

  /// The gaps so far, in order.
  private(set) var gaps: [AudioGap] = []

  private let tolerance: Int64
  private let mostLag: Int64
  private let mostGap: Int64

  /// The frame of the file at which the container's clock reads 0.
  private var origin: Int64

  /// No file with more gaps than this is worth a list of them.
  private static let mostGaps = 10_000

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - sampleRate: in Hz.
  ///   - startTimestamp: what the container's clock reads at the start of the file, in frames.
  init(sampleRate: Double, startTimestamp: Int64) {
    tolerance = Int64(sampleRate * 0.02)
    mostLag = Int64(sampleRate)
    mostGap = Int64(sampleRate * 86_400)
    origin = -startTimestamp
  }

  /// Places a decoded stretch and gives the frame at which it starts.
  ///
  /// - Parameters:
  ///   - timestamp: what the container's clock reads at its start, in frames; nil if it has none.
  ///   - lostFrameCount: frames known to be lost before it, where no clock tells of them.
  ///   - isAfterDamage: whether something before it could not be decoded.
  mutating func place(
    _ count: Int, timestamp: Int64?, lostFrameCount: Int64, isAfterDamage: Bool
  ) -> Int64 {
    var ahead = lostFrameCount
    if let timestamp {
      ahead = timestamp &+ origin &- nextFrame
      if ahead < -mostLag || ahead > mostGap {
        origin = nextFrame - timestamp
        add(AudioGap(start: nextFrame, frameCount: 0, reason: .clockJump))
        ahead = 0
      }
    }
    if ahead > tolerance {
      let isLateStart = nextFrame == 0 && !isAfterDamage
      let reason: AudioGap.Reason = isAfterDamage ? .damage : isLateStart ? .lateStart : .hole
      add(AudioGap(start: nextFrame, frameCount: ahead, reason: reason))
      nextFrame += ahead
    }
    defer { nextFrame += Int64(count) }
    return nextFrame
  }

  /// Goes to another place, after a seek.
  mutating func move(to frame: Int64) {
    nextFrame = frame
  }

  /// A stretch that is decoded again finds the same gaps, which are listed already.
  private mutating func add(_ gap: AudioGap) {
    if let last = gaps.last, last.start >= gap.start { return }
    if gaps.count < Self.mostGaps { gaps.append(gap) }
  }
}
