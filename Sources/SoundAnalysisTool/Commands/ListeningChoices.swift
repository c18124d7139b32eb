import SoundAnalysis
import SoundEvents

/// What the user chose to hear of each recording, and how.
struct ListeningChoices: Equatable, Sendable {
  /// What is made of several channels.
  enum Channel: Equatable, Sendable {
    case first, mix, auto
    /// Each channel for itself.
    case each
    /// One, from 1.
    case number(Int)
  }

  /// What is made of several channels.
  var channel = Channel.auto

  /// What becomes of the sound after the last whole window.
  var tail = TailHandling.align

  /// Where hearing begins and ends, in seconds; nil for the recording's own.
  var start: Double?
  var end: Double?

  /// Which audio track, from 1; nil for the default one.
  var track: Int?

  /// The level in dBFS below which a window is silent; nil for none.
  var gateLevel: Double?

  /// What is done to the sound first.
  var cleaning = Cleaning()

  /// The choices for one hearing of a recording.
  ///
  /// - Parameter number: which channel, from 0, where each is heard for itself.
  func listening(toChannel number: Int = 0) -> Listening {
    var listening = Listening()
    listening.channel =
      switch channel {
      case .first: .first
      case .mix: .mix
      case .auto: .auto
      case .each: .number(number)
      case .number(let number): .number(number - 1)
      }
    listening.tail = tail
    listening.start = start ?? 0
    listening.end = end
    listening.trackIndex = track.map { $0 - 1 }
    listening.cleaning = cleaning
    listening.gateLevel = gateLevel
    listening.looksForFaults = true
    return listening
  }

  /// Says what cannot be, before any recording is opened.
  func check() throws(UsageError) {
    if let end, end <= start ?? 0 {
      throw UsageError(
        option: "--end", value: FixedDecimal.shortText(end) ?? "\(end)",
        expected: "a time after the start at \(FixedDecimal.shortText(start ?? 0) ?? "0") s")
    }
    guard let filter = cleaning.filter else { return }
    do {
      var alone = Cleaning()
      alone.filter = filter
      try alone.check()
    } catch {
      throw UsageError("--filter \(VisibleText.text(filter)): \(error.fault)")
    }
  }
}

extension ListeningChoices {
  /// The options that set the choices.
  ///
  /// - Parameter change: lets an option change the choices.
  static func options(
    _ change: @escaping ((inout ListeningChoices) -> Void) -> Void
  ) -> [Option] {
    [
      Option(
        "channel", placeholder: "C", summary: "auto, first, mix, each or a number [auto]"
      ) { (value) throws(UsageError) in
        let channel = try channel(value)
        change { $0.channel = channel }
      },
      .choice("tail", placeholder: "HOW", summary: "align, pad or drop the end [align]") {
        (tail: TailHandling) in change { $0.tail = tail }
      },
      .time("start", summary: "Hear from this time on, such as 1:02:03.5") { time in
        change { $0.start = time }
      },
      .time("end", summary: "Hear up to this time") { time in change { $0.end = time } },
      .count("audio-track", placeholder: "N", summary: "Which audio track [the default one]") {
        track in change { $0.track = track }
      },
      .number(
        "highpass", placeholder: "HZ", summary: "Take away what is below HZ",
        isLegal: { 1...20_000 ~= $0 }, expected: "a frequency from 1 to 20000 Hz, such as 120"
      ) { frequency in change { $0.cleaning.highpass = frequency } },
      Option(
        "filter", placeholder: "GRAPH", summary: "FFmpeg audio filters, such as afftdn"
      ) { (value) throws(UsageError) in change { $0.cleaning.filter = value.text } },
      .levelGate { level in change { $0.gateLevel = level } },
      Option(switch: "normalize", summary: "Bring each recording to -23 LUFS") {
        change { $0.cleaning.normalizes = true }
      },
    ]
  }

  private static func channel(_ value: Argument) throws(UsageError) -> Channel {
    switch value.text {
    case "auto": return .auto
    case "first": return .first
    case "mix": return .mix
    case "each": return .each
    default:
      guard let number = Int(value.text), number >= 1 else {
        throw UsageError(
          option: "--channel", value: value.displayText,
          expected: "auto, first, mix, each or the number of a channel, from 1")
      }
      return .number(number)
    }
  }
}
