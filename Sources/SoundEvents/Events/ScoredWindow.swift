/// One window of a recording or stream with the score of every label in it.
package struct ScoredWindow: Sendable, Equatable {
  /// The window's first frame, at the client's sample rate.
  package var startFrame: Int64
  /// The frame after the window's last one that was heard; never past the end of the recording.
  package var endFrame: Int64
  /// One score a label, 0 to 1, in the detector's order of labels; a non-finite score counts as 0.
  package var scores: [Float]
  /// Whether part of the model's input was filled with silence.
  package var isPadded: Bool

  /// Makes a window over `startFrame..<endFrame`.
  package init(startFrame: Int64, endFrame: Int64, scores: [Float], isPadded: Bool = false) {
    precondition(startFrame < endFrame, "A window must hold at least one frame.")
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.scores = scores
    self.isPadded = isPadded
  }

  /// The window's range, without its scores.
  var span: WindowSpan {
    WindowSpan(startFrame: startFrame, endFrame: endFrame, isPadded: isPadded)
  }
}

/// Where a window lies.
struct WindowSpan: Sendable, Equatable {
  var startFrame: Int64
  var endFrame: Int64
  var isPadded: Bool = false

  var frameCount: Int64 { endFrame - startFrame }
  var centreFrame: Int64 { startFrame + frameCount / 2 }
}
