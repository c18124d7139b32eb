package import Foundation

/// What comes of a live stream, in order.
package enum LiveEvent: Sendable {
  /// Sound of the first channel.
  ///
  /// `position` is that of its first frame, counted from the stream's first sound; what follows a gap
  /// has the place that the clock gives it.
  case sound([Float], position: Int64)

  /// Nothing has come yet; why, as far as it is known.
  case waiting(reason: String)

  /// No more sound comes for now.
  case broken(LiveGap.Reason, detail: String)

  /// A gap is over, or the container's time stamps leave a hole.
  case gap(LiveGap)

  /// No more sound will come; nil where the source has ended as a recording does.
  case ended(DecodeError?)
}

/// A stretch of a live stream's time in which nothing came.
package struct LiveGap: Sendable, Equatable {
  /// Why.
  package enum Reason: String, Sendable, CaseIterable {
    /// The source was there and gave nothing for longer than the timeout.
    case stalled
    /// The source went away.
    case disconnected
    /// The container's time stamps leave a hole.
    case hole
  }

  /// Where it lies, in frames since the stream's first sound.
  package let frames: Range<Int64>

  /// Why.
  package let reason: Reason

  /// When it began, by the clock.
  package let began: Date

  /// When it ended, by the clock.
  package let ended: Date
}
