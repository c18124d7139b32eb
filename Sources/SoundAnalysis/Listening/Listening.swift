import AVFAudio

/// What of a recording is heard, and how: the choices that a listener has beyond Apple's classes.
///
/// The values as they are made are Apple's semantics: the first channel, whole windows, nothing done
/// to the sound.
package struct Listening: Sendable, Equatable {
  /// What is made of several channels.
  package var channel = ChannelChoice.first

  /// What becomes of the sound after the last whole window.
  package var tail = TailHandling.drop

  /// Where hearing begins, in seconds of the recording.
  package var start = 0.0

  /// Where hearing ends, in seconds of the recording; nil for its end.
  package var end: Double?

  /// What is done to the sound before it is heard.
  package var cleaning = Cleaning()

  /// The level in dBFS below which a window is silent, so that the model is not asked; nil for none.
  package var gateLevel: Double?

  /// Which audio track is heard, from 0; nil for the default one.
  package var trackIndex: Int?

  /// Whether stretches are looked for in which nothing can be heard though there are samples.
  package var looksForFaults = false

  /// The levels that windows can be held against, in dBFS: from below all dither to full scale.
  package static let gateLevels = -120.0...0.0

  /// Makes the choices of Apple's classes.
  package init() {}
}

/// What is made of the channels of a recording.
package enum ChannelChoice: Sendable, Hashable {
  /// The first one.
  case first
  /// The one of a number, from 0.
  case number(Int)
  /// The mean of all.
  case mix
  /// The mean of all; where that loses the sound, the loudest one (``ChannelEar``).
  case auto
}

extension ChannelChoice {
  /// The channel that is heard throughout, from 0; nil for the mean, or the best at each time.
  func fixedChannel(of channelCount: Int) -> Int? {
    switch self {
    case .first: 0
    case .number(let number): number
    case .mix, .auto: channelCount == 1 ? 0 : nil
    }
  }
}

/// What becomes of the sound after the last whole window, and of a recording shorter than one.
package enum TailHandling: String, Sendable, CaseIterable {
  /// The last window is moved back so that it ends with the sound; a shorter recording is heard with
  /// a window of its own length, down to the model's shortest, then filled up with silence.
  case align
  /// The last window of the grid is filled up with silence.
  case pad
  /// It is not heard.
  case drop
}

/// How a window lies in its recording.
package enum WindowFit: String, Sendable {
  /// On the grid, and whole.
  case whole
  /// Moved back so that it ends with the sound.
  case aligned
  /// As short as the recording.
  case short
  /// Filled up with silence after the end of the sound.
  case padded

  /// What outputs call it; nil for a window like any other.
  package var mark: String? { self == .whole ? nil : rawValue }
}

extension Listening {
  /// Refuses choices that do not suit a recording.
  func check(for decoder: AudioDecoder) throws(DecodeError) {
    let count = decoder.channelCount
    if case .number(let number) = channel, number >= count {
      throw DecodeError(
        .noSuchChannel, in: decoder.source, found: count == 1 ? "1 channel" : "\(count) channels",
        expected: "at least \(number + 1)")
    }
    if cleaning.normalizes, !decoder.isSeekable {
      throw DecodeError(
        .notSeekable, in: decoder.source, found: "a pipe",
        expected: "a file, which is heard once for its loudness and once more",
        hint: "save it to a file first")
    }
    if let highpass = cleaning.highpass, highpass >= decoder.sampleRate / 2 {
      throw DecodeError(
        .notFilterable, in: decoder.source, found: "\(Int(decoder.sampleRate)) Hz",
        expected: "more than twice the high-pass frequency of \(highpass) Hz")
    }
  }
}
