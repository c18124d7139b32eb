/// What one track has gathered about a sound that may become an event; its size does not grow.
struct EventCandidate: Sendable, Equatable {
  /// Set once the event has been announced.
  var id: Int?
  var startFrame: Int64
  /// Where the last run ended; before that, the last frame that surely belongs to the sound.
  var endFrame: Int64
  var closing: EventClosing = .scoreFell
  var flags: EventFlags = []
  private var peak: SmoothedWindow
  private var sum = 0.0
  private var windowCount = 0
  private var firstWindow: Int
  private var lastWindow: Int
  private var windows: [EventWindow] = []

  /// Begins with the window that reached the opening threshold; `add` it next.
  init(startFrame: Int64, window: SmoothedWindow) {
    self.startFrame = startFrame
    endFrame = startFrame + 1
    peak = window
    firstWindow = window.index
    lastWindow = window.index
  }

  /// Moves the end to `frame`, unless it is later already.
  mutating func reach(_ frame: Int64) {
    endFrame = max(endFrame, frame)
  }

  /// Counts a window that holds the event open.
  mutating func add(_ window: SmoothedWindow, keepsWindow: Bool) {
    if window.score > peak.score { peak = window }
    if window.span.isPadded { flags.insert(.padded) }
    sum += Double(window.score)
    windowCount += 1
    lastWindow = window.index
    if keepsWindow {
      windows.append(
        EventWindow(
          startFrame: window.span.startFrame, endFrame: window.span.endFrame, score: window.score))
    }
  }

  /// The event as it stands; `labels` names the sources of scores.
  func event(id: Int, label: String, labels: [String], closing: EventClosing?) -> SoundEvent {
    SoundEvent(
      id: id, label: label, startFrame: startFrame, endFrame: endFrame, peak: peak.score,
      peakFrame: min(max(peak.span.centreFrame, startFrame), endFrame - 1),
      peakLabel: labels[peak.source], mean: Float(sum / Double(windowCount)),
      windowCount: windowCount, firstWindow: firstWindow, lastWindow: lastWindow,
      windows: windows, flags: flags, closing: closing)
  }
}
