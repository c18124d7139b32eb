/// A sound with a beginning and an end: what a person would mark on a timeline.
package struct SoundEvent: Sendable, Equatable {
  /// Counts the announced events of a detector from 0; pairs an opening with its closing.
  package var id: Int
  /// The label or the group that was heard.
  package var label: String
  /// The first frame, at the client's sample rate.
  package var startFrame: Int64
  /// The frame after the last one; while the event is open, the last frame that surely belongs to it.
  package var endFrame: Int64
  /// The highest score of the windows behind the event, 0 to 1, before smoothing.
  package var peak: Float
  /// The centre of the window with the highest score, within the event.
  package var peakFrame: Int64
  /// The label that scored highest; differs from `label` for a group only.
  package var peakLabel: String
  /// The mean score of the windows behind the event, 0 to 1, before smoothing.
  package var mean: Float
  /// How many windows held the event open; windows in a bridged gap do not count.
  package var windowCount: Int
  /// The number of the first window behind the event, counted from 0 since the stream began.
  package var firstWindow: Int
  /// The number of the last window behind the event.
  package var lastWindow: Int
  /// The windows themselves, if the detector was asked to keep them.
  package var windows: [EventWindow] = []
  /// What a reader should know before trusting the times.
  package var flags: EventFlags = []
  /// Why the event ended; nil while it is open.
  package var closing: EventClosing?
  /// What was heard, where that is not what the recording tells: `mix` or a channel's number from 1.
  package var channel: String?

  /// Makes an event, for example from a stored one.
  package init(
    id: Int, label: String, startFrame: Int64, endFrame: Int64, peak: Float, peakFrame: Int64,
    peakLabel: String, mean: Float, windowCount: Int, firstWindow: Int, lastWindow: Int,
    windows: [EventWindow] = [], flags: EventFlags = [], closing: EventClosing? = nil
  ) {
    self.id = id
    self.label = label
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.peak = peak
    self.peakFrame = peakFrame
    self.peakLabel = peakLabel
    self.mean = mean
    self.windowCount = windowCount
    self.firstWindow = firstWindow
    self.lastWindow = lastWindow
    self.windows = windows
    self.flags = flags
    self.closing = closing
  }
}
