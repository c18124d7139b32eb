/// A stretch of a recording in which something could not be heard, and why.
package struct UnheardStretch: Sendable, Equatable {
  /// Why.
  package enum Reason: String, Sendable, CaseIterable {
    /// The track starts after the file does.
    case lateStart = "late start"
    /// The container's time stamps leave a hole.
    case hole = "hole"
    /// The data there cannot be decoded.
    case lostData = "lost data"
    /// The samples are no numbers.
    case nonFinite = "non-finite"
    /// Nearly every sample is at full scale.
    case clipped = "clipped"
    /// The channel that is heard is silent while another is not.
    case silentChannel = "silent channel"
    /// The channels cancel each other in their mean.
    case cancelled = "channels cancel"
    /// There is nothing above some frequency that the classifier could hear.
    case lowBandwidth = "low bandwidth"
  }

  /// The frames of the recording.
  package var frames: Range<Int64>

  /// Why.
  package var reason: Reason

  /// Describes a stretch.
  package init(frames: Range<Int64>, reason: Reason) {
    self.frames = frames
    self.reason = reason
  }
}
