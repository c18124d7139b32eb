/// A stretch of a file's time in which there is nothing to hear.
package struct AudioGap: Hashable, Sendable {
  /// Why there is nothing.
  package enum Reason: Hashable, Sendable {
    /// The track starts after the file does.
    case lateStart
    /// The container's time stamps leave a hole.
    case hole
    /// The data there cannot be decoded.
    case damage
    /// The container's clock jumps, so far or backwards that the sound simply goes on.
    case clockJump
  }

  /// Where it starts, in frames of the file.
  package let start: Int64

  /// How long it lasts, in frames; 0 for a jump of the clock.
  package let frameCount: Int64

  /// Why there is nothing.
  package let reason: Reason

  /// Describes a gap.
  package init(start: Int64, frameCount: Int64, reason: Reason) {
    self.start = start
    self.frameCount = frameCount
    self.reason = reason
  }
}
