/// What was wrong with a recording that could be analysed all the same.
package struct AudioDefects: Sendable, Equatable {
  /// Samples that were NaN or infinite and were heard as 0.
  package var nonFiniteSampleCount = 0

  /// Where the first of them was, in seconds.
  package var firstNonFiniteTime = 0.0

  /// Packets that could not be decoded; what they held was not heard.
  package var damagedPacketCount = 0

  /// What seems to be sound after the end that the header declares, in seconds; it was not heard.
  package var undeclaredDuration = 0.0

  /// Stretches in which the file has no sound: holes, damage, a track that starts late.
  package var gapCount = 0

  /// How long they are together, in seconds.
  package var missingDuration = 0.0

  /// Where the first of them starts, in seconds.
  package var firstGapTime = 0.0

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
    if gapCount > 0 {
      let gaps = gapCount == 1 ? "gap" : "gaps"
      parts.append(
        "\(gapCount) \(gaps) of \(Self.seconds(missingDuration)) s in all, the first at "
          + "\(Self.seconds(firstGapTime)) s, heard as silence")
    }
    return parts
  }

  /// Seconds with two decimals.
  private static func seconds(_ time: Double) -> String {
    let hundredths = Int((time * 100).rounded())
    return "\(hundredths / 100)." + String(100 + hundredths % 100).dropFirst()
  }
}
