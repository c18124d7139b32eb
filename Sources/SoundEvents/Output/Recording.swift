/// What an output says about the recording or stream that events come from.
package struct Recording: Sendable, Equatable {
  /// The path or address as the user gave it.
  package var path: String
  /// Frames a second of all frame numbers.
  package var sampleRate: Double
  /// Which channel was heard: `mix`, or a number from 1; nil if it is not known.
  package var channel: String?
  /// The length in frames, if it is known when the output begins.
  package var frameCount: Int64?
  /// The frame that hearing begins with, where it is not the first one.
  package var startFrame: Int64

  /// Describes a recording.
  package init(
    path: String, sampleRate: Double, channel: String? = nil, frameCount: Int64? = nil,
    startFrame: Int64 = 0
  ) {
    precondition(sampleRate.isFinite && sampleRate > 0, "The sample rate must be over 0.")
    self.path = path
    self.sampleRate = sampleRate
    self.channel = channel
    self.frameCount = frameCount
    self.startFrame = startFrame
  }

  /// How much of it was heard, where hearing came to frame `end`: a row's fields.
  ///
  /// `duration` is the time that was heard; `start` is where that begins, unless at 0.
  func appendHeard(until end: Int64, to record: inout Record) {
    if startFrame > 0 { record.append("start", frame: startFrame, at: sampleRate) }
    record.append("duration", frame: max(0, end - startFrame), at: sampleRate)
  }

  /// The last part of the path.
  var fileName: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The time of a frame in milliseconds.
  func milliseconds(of frame: Int64) -> Int64 {
    FixedDecimal.units(of: frame, at: sampleRate, perSecond: 1000)
  }

  /// The time of a frame in seconds with six decimals.
  func seconds(of frame: Int64) -> String {
    let units = FixedDecimal.units(of: frame, at: sampleRate, perSecond: 1_000_000)
    return FixedDecimal.text(units: units, places: 6)
  }
}

/// A stretch of a recording in which nothing could be heard, or nothing above some frequency, and why.
package struct UnheardSpan: Sendable, Equatable {
  /// The first frame.
  package var startFrame: Int64
  /// The frame after the last one.
  package var endFrame: Int64
  /// The cause in a word or two, for example `hole` or `clipped`.
  package var reason: String
  /// When it began by the clock, ISO 8601 in UTC; nil for a recording, whose time is its own.
  package var clock: String?
  /// The frequency in Hz up to which it was heard all the same; nil where it was not, or nobody knows.
  package var heardUpTo: Double?

  /// Describes a stretch.
  package init(
    startFrame: Int64, endFrame: Int64, reason: String, clock: String? = nil,
    heardUpTo: Double? = nil
  ) {
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.reason = reason
    self.clock = clock
    self.heardUpTo = heardUpTo
  }
}

/// What a writer is told of a recording while time goes on.
package enum Finding: Sendable, Equatable {
  /// A closed event.
  case event(SoundEvent)
  /// A stretch that could not be heard.
  case unheard(UnheardSpan)

  /// The first frame.
  package var startFrame: Int64 {
    switch self {
    case .event(let event): event.startFrame
    case .unheard(let span): span.startFrame
    }
  }

  /// The frame after the last one.
  package var endFrame: Int64 {
    switch self {
    case .event(let event): event.endFrame
    case .unheard(let span): span.endFrame
    }
  }
}
