/// What was wrong with a recording that could be analysed all the same.
package struct AudioDefects: Sendable, Equatable {
  /// Some stretches of one kind, taken together.
  package struct Tally: Sendable, Equatable {
    /// How many there are.
    package private(set) var count = 0

    /// How long they are together, in frames.
    package private(set) var frameCount: Int64 = 0

    /// Where the first of them starts, in frames.
    package private(set) var firstFrame: Int64 = 0

    /// Makes a tally of nothing.
    package init() {}

    mutating func add(_ stretch: UnheardStretch) {
      firstFrame =
        count == 0 ? stretch.frames.lowerBound : min(firstFrame, stretch.frames.lowerBound)
      count += 1
      frameCount += Int64(stretch.frames.count)
    }
  }

  /// Samples that were NaN or infinite and were heard as 0.
  package var nonFiniteSampleCount = 0

  /// Where the first of them was, in seconds.
  package var firstNonFiniteTime = 0.0

  /// Packets that could not be decoded; what they held was not heard.
  package var damagedPacketCount = 0

  /// What seems to be sound after the end that the header declares, in seconds; it was not heard.
  package var undeclaredDuration = 0.0

  /// The stretches that were not heard, by reason.
  package var tallies: [UnheardStretch.Reason: Tally] = [:]

  /// The frequency in Hz above which there is nothing, where that is low.
  package var lowLimit: Double?

  /// Frames a second of the tallies.
  package var sampleRate = 1.0

  /// One sentence part for each defect, in plain words.
  package var descriptions: [String] {
    var parts: [String] = []
    if nonFiniteSampleCount > 0 {
      let samples = nonFiniteSampleCount == 1 ? "sample" : "samples"
      parts.append(
        "\(nonFiniteSampleCount) non-finite \(samples), the first at "
          + "\(Self.seconds(firstNonFiniteTime)) s, heard as silence")
    }
    if damagedPacketCount > 0 {
      let packets = damagedPacketCount == 1 ? "packet" : "packets"
      parts.append("\(damagedPacketCount) damaged \(packets), not heard")
    }
    if undeclaredDuration > 0 {
      parts.append(
        "\(Self.seconds(undeclaredDuration)) s after the end that the header declares, not heard")
    }
    for reason in UnheardStretch.Reason.allCases {
      guard let tally = tallies[reason], tally.count > 0, let words = Self.words(for: reason) else {
        continue
      }
      parts.append(
        "\(tally.count) \(tally.count == 1 ? words.one : words.many) of "
          + "\(Self.seconds(Double(tally.frameCount) / sampleRate)) s in all, the first at "
          + "\(Self.seconds(Double(tally.firstFrame) / sampleRate)) s\(words.rest)")
    }
    if let lowLimit { parts.append("no sound above \(Int(lowLimit)) Hz") }
    return parts
  }

  /// What a reason is called; nil for those that are told of in another way.
  private static func words(
    for reason: UnheardStretch.Reason
  ) -> (one: String, many: String, rest: String)? {
    switch reason {
    case .lateStart: ("late start", "late starts", ", heard as silence")
    case .hole: ("hole", "holes", ", heard as silence")
    case .lostData: ("stretch of lost data", "stretches of lost data", ", heard as silence")
    case .clipped: ("fully clipped stretch", "fully clipped stretches", "")
    case .silentChannel:
      ("stretch", "stretches", ", in which the channel is silent while another sounds")
    case .cancelled: ("stretch", "stretches", ", in which the channels cancel each other")
    case .nonFinite, .lowBandwidth: nil
    }
  }

  /// Seconds with two decimals.
  static func seconds(_ time: Double) -> String {
    let hundredths = Int((time * 100).rounded())
    return "\(hundredths / 100)." + String(100 + hundredths % 100).dropFirst()
  }
}
