/// Finds where inside the grid of windows a sound begins and ends.
///
/// A window's score speaks for its whole range, so the first window with a score usually begins long
/// before the sound does. While a window slides over the beginning of a sound, the sound fills more and
/// more of it, and the score rises. It is taken to come to the closing threshold, `level`, when the
/// sound fills the share `fill` of the window, so:
///
///     onset  = end of the window in which the score comes to `level`   - fill x window
///     offset = start of the window in which it falls below `level`     + fill x window
///
/// The crossing is interpolated linearly between the two neighbouring windows. The onset stays within
/// the first window at the level, the offset within the last one.
struct EventEdges: Sendable {
  /// See `EventRule.fill`.
  let fill: Double

  /// The first frame of a sound whose score crosses `level` between two windows.
  func onset(
    below: (span: WindowSpan, score: Float), above: (span: WindowSpan, score: Float), level: Float
  ) -> Int64 {
    let share = Self.share(of: level, from: below.score, to: above.score)
    let crossing = Self.mix(below.span.endFrame, above.span.endFrame, share)
    let edge = crossing - filled(in: above.span)
    return min(max(edge, above.span.startFrame), above.span.endFrame - 1)
  }

  /// The frame after the last one of a sound whose score falls below `level` between two windows.
  func offset(
    above: (span: WindowSpan, score: Float), below: (span: WindowSpan, score: Float), level: Float
  ) -> Int64 {
    let share = Self.share(of: level, from: above.score, to: below.score)
    let crossing = Self.mix(above.span.startFrame, below.span.startFrame, share)
    let edge = crossing + filled(in: above.span)
    return min(max(edge, above.span.startFrame + 1), above.span.endFrame)
  }

  /// How many frames of a window a sound fills when its score is at the closing threshold.
  func filled(in span: WindowSpan) -> Int64 {
    Int64((fill * Double(span.frameCount)).rounded())
  }

  /// Where `level` lies on the way between two scores, 0 to 1.
  private static func share(of level: Float, from: Float, to: Float) -> Double {
    from == to ? 1 : min(max(Double((level - from) / (to - from)), 0), 1)
  }

  private static func mix(_ first: Int64, _ second: Int64, _ share: Double) -> Int64 {
    first + Int64((Double(second - first) * share).rounded())
  }
}
