/// Cuts sound without a break into windows, and holds the rows of features that they are made of.
///
/// Windows lie where ``WindowSlicer`` puts them; rows that no later window needs are forgotten. What
/// comes out does not depend on how the samples come.
///
/// Not thread-safe; whoever hears the sound owns it.
final class WindowWalk {
  /// How sound is cut.
  struct Cut {
    /// The length of a window, in seconds.
    var windowDuration: Double

    /// The share of a window that the next one hears again, 0 ..< 1.
    var overlapFactor: Double

    /// The rows of features in a window.
    var rowsPerWindow: Int

    /// Whether a window may be moved back from the end of the sound, so that its rows are kept.
    var keepsLastWindow: Bool

    /// The level in dBFS below which a window is quiet; nil where none is.
    var gateLevel: Double?
  }

  /// The frames of the sound so far.
  private(set) var frameCount: Int64 = 0

  /// Where the last window that was taken ended, in frames.
  private(set) var takenEnd: Int64 = 0

  /// Whether the sound is over.
  private(set) var hasEnded = false

  private let cut: Cut
  private let track: FeatureTrack
  private var slicer: WindowSlicer
  private var gate: LevelGate?

  /// Begins with the first frame of a sound.
  ///
  /// - Parameters:
  ///   - cut: how it is cut.
  ///   - track: makes rows of its samples; nobody else uses it.
  ///   - sampleRate: of the samples, in Hz.
  init(_ cut: Cut, _ track: FeatureTrack, sampleRate: Double) {
    self.cut = cut
    self.track = track
    slicer = WindowSlicer(
      windowDuration: cut.windowDuration, overlapFactor: cut.overlapFactor, sampleRate: sampleRate)
    gate = cut.gateLevel.map { LevelGate(level: $0, sampleRate: sampleRate) }
  }

  /// The frames of a window.
  var windowFrameCount: Int64 { slicer.windowFrameCount }

  /// The next window, be it whole or not, in frames.
  var next: Range<Int64> { slicer.next }

  /// Takes the next samples.
  func append(_ samples: Span<Float>) {
    track.append(samples)
    gate?.append(samples)
    frameCount += Int64(samples.count)
  }

  /// Ends the sound.
  func finish() {
    track.finish()
    gate?.finish()
    hasEnded = true
  }

  /// The next window, or one after it, if all of its rows are there; then those before it are whole as well.
  ///
  /// - Parameter count: how many windows lie between, 0 for the next one.
  func wholeWindow(after count: Int = 0) -> Range<Int64>? {
    let window = slicer.window(after: count)
    guard window.upperBound <= frameCount else { return nil }
    let end = firstRow(of: window) + cut.rowsPerWindow
    // Rounding of rates can leave a few samples short at the end.
    if hasEnded { track.pad(toRow: end) }
    return end <= track.history.endRow ? window : nil
  }

  /// Goes on to the window after the next.
  func advance() {
    takenEnd = slicer.next.upperBound
    slicer.advance()
    discard()
  }

  /// Whether no part of a window reaches the level that was set.
  ///
  /// - Parameter isLast: whether it was cut to end with the sound.
  func isQuiet(_ window: Range<Int64>, isLast: Bool = false) -> Bool {
    gate?.isQuiet(window, isLast: isLast) ?? false
  }

  /// Reads the rows of a window, row-major.
  ///
  /// - Parameters:
  ///   - window: begins no earlier than the next one, or than the last one before the end where that is kept.
  ///   - count: the rows to read; nil for those of a window. After the end of the sound silence follows.
  func withRows<Result, Failure: Error>(
    of window: Range<Int64>, count: Int? = nil, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let first = firstRow(of: window)
    let rows = first..<first + (count ?? cut.rowsPerWindow)
    if hasEnded { track.pad(toRow: rows.upperBound) }
    return try track.history.withRows(rows, body)
  }

  /// Forgets what no later window needs, be it the one that is moved back from the end.
  func discard() {
    var frame = slicer.next.lowerBound
    if cut.keepsLastWindow { frame = min(frame, max(0, frameCount - windowFrameCount)) }
    track.discard(before: track.row(atClientFrame: frame))
    gate?.discard(before: frame)
  }

  private func firstRow(of window: Range<Int64>) -> Int {
    track.row(atClientFrame: window.lowerBound)
  }
}
