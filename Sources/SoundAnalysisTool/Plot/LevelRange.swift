/// The levels that a picture shows, dB: what is lower is dark, what is higher is bright.
struct LevelRange: Equatable {
  let lowest: Double
  let highest: Double

  /// The widest range that is shown.
  static let widest = 80.0

  /// Chooses what shows a recording best: from its quiet parts to its loudest ones, in steps of 5 dB.
  init(_ levels: [Float]) {
    // A sample of the levels tells as much as all of them.
    let step = max(1, levels.count / 100_000)
    let some = stride(from: 0, to: levels.count, by: step).map { levels[$0] }
      .filter { $0 > Spectrogram.silence }.sorted()
    guard let last = some.last else {
      self.init(lowest: -100, highest: -20)
      return
    }
    let loud = Double(min(some[(some.count - 1) * 999 / 1000] + 3, last))
    let quiet = Double(some[(some.count - 1) / 20])
    let highest = max((loud / 5).rounded(.up) * 5, -110)
    let lowest = (max(quiet, highest - Self.widest) / 5).rounded(.down) * 5
    self.init(lowest: min(lowest, highest - 30), highest: highest)
  }

  /// Makes a range.
  init(lowest: Double, highest: Double) {
    self.lowest = lowest
    self.highest = highest
  }

  /// The colour of a level.
  func colour(of level: Float) -> Colour {
    let share = (Double(level) - lowest) / (highest - lowest)
    return LevelColours.all[Int((min(max(share, 0), 1) * 255).rounded())]
  }
}
