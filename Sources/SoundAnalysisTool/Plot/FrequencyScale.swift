private import DSP
private import Foundation

/// A scale of frequencies that is even in pitch as it is heard: HTK's mel scale.
struct FrequencyScale {
  private let lowest: Double
  private let range: Double

  /// The scale from a lowest to a highest frequency, Hz.
  init(lowest: Double, highest: Double) {
    self.lowest = MelFilterBank.mel(lowest)
    range = MelFilterBank.mel(highest) - self.lowest
  }

  /// Where a frequency lies, 0 at the lowest and 1 at the highest.
  func place(of frequency: Double) -> Double { (MelFilterBank.mel(frequency) - lowest) / range }

  /// The frequency at a place, Hz: the inverse of `mel(f) = 1127 ln(1 + f / 700)`.
  func frequency(at place: Double) -> Double { 700 * (exp((lowest + place * range) / 1127) - 1) }
}
