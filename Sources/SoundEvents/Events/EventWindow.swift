/// A window behind an event.
package struct EventWindow: Sendable, Equatable {
  /// The window's first frame.
  package var startFrame: Int64
  /// The frame after the window's last one.
  package var endFrame: Int64
  /// The score of the event's label in this window, before smoothing.
  package var score: Float

  /// Makes a window.
  package init(startFrame: Int64, endFrame: Int64, score: Float) {
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.score = score
  }
}
