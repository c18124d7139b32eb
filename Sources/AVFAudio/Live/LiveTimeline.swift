internal import Foundation

/// Gives the blocks of a live stream their places: by count, and after a gap by the clock.
///
/// The stream's time begins with its first sound. A clock that lags behind the sound that came already,
/// as where a pipe is filled faster than in real time, moves nothing.
struct LiveTimeline {
  /// Frames a second of all positions.
  let sampleRate: Double

  /// The frame after the last one that was placed.
  private(set) var end: Int64 = 0

  /// When the last block came; nil before the first one.
  private(set) var lastTime: (instant: ContinuousClock.Instant, date: Date)?

  private var origin: ContinuousClock.Instant?
  private var breach: LiveGap.Reason?

  /// What is added to a connection's own positions; nil until its first block is placed.
  private var offset: Int64?

  /// Time stamps may run ahead of the count by so much, in seconds, before there is a hole.
  private static let tolerance = 0.02

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Takes note that no sound comes any more; the first reason counts.
  mutating func breakOff(_ reason: LiveGap.Reason) {
    breach = breach ?? reason
  }

  /// Whether no sound comes for now.
  var isBroken: Bool { breach != nil }

  /// Takes note of a new connection, whose positions begin anew.
  mutating func reconnect() { offset = nil }

  /// Places a block.
  ///
  /// - Parameters:
  ///   - count: its frames.
  ///   - position: where it starts by its connection's own count.
  ///   - now: when it came.
  /// - Returns: where it starts, and the gap before it, if there is one.
  mutating func place(
    _ count: Int, at position: Int64, now: ContinuousClock.Instant, date: Date
  ) -> (start: Int64, gap: LiveGap?) {
    let duration = Duration.seconds(Double(count) / sampleRate)
    let began = now - duration
    let origin = self.origin ?? began
    self.origin = origin
    var start = end
    var reason = LiveGap.Reason.hole
    if let breach {
      start = max(end, frames(from: origin, to: began))
      reason = breach
      self.breach = nil
      offset = start - position
    } else if let offset {
      let ahead = offset + position - end
      if ahead > Int64(Self.tolerance * sampleRate) { start = end + ahead }
    } else {
      offset = start - position
    }
    let before = lastTime?.date ?? date
    let gap =
      start > end
      ? LiveGap(frames: end..<start, reason: reason, began: before, ended: date) : nil
    end = start + Int64(count)
    lastTime = (now, date)
    return (start, gap)
  }

  /// The gap that lasts until now, if no sound comes.
  func openGap(now: ContinuousClock.Instant, date: Date) -> LiveGap? {
    guard let breach, let origin, let lastTime else { return nil }
    let place = frames(from: origin, to: now)
    guard place > end else { return nil }
    return LiveGap(frames: end..<place, reason: breach, began: lastTime.date, ended: date)
  }

  private func frames(from origin: ContinuousClock.Instant, to time: ContinuousClock.Instant)
    -> Int64
  {
    Int64((origin.duration(to: time) / .seconds(1) * sampleRate).rounded())
  }
}
