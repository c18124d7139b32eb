/// Where the windows of a stream lie: a pure machine over frame counts.
///
/// Window k starts at round(k * hop) client frames after the origin, so that no error adds up over
/// hours. Only whole windows exist.
struct WindowSlicer: Equatable {
  /// Frames in a window, at the client's sample rate.
  let windowFrameCount: Int64

  /// Frames from one window's start to the next; not a whole number in general.
  let hop: Double

  private var index: Int64 = 0

  /// Sets the grid of windows.
  ///
  /// - Parameters:
  ///   - windowDuration: seconds, more than 0.
  ///   - overlapFactor: the share of a window that the next one hears again, 0 ..< 1.
  ///   - sampleRate: the client's, in Hz.
  init(windowDuration: Double, overlapFactor: Double, sampleRate: Double) {
    let frames = windowDuration * sampleRate
    windowFrameCount = max(1, Int64(frames.rounded()))
    hop = max(1, frames * (1 - overlapFactor))
  }

  /// The frames of the next window, counted from the origin.
  var next: Range<Int64> { window(after: 0) }

  /// The frames of the window after the next `count` ones.
  func window(after count: Int) -> Range<Int64> {
    let start = Int64((Double(index + Int64(count)) * hop).rounded())
    return start..<(start + windowFrameCount)
  }

  /// Goes on to the window after.
  mutating func advance() {
    index += 1
  }
}
