import DSP
import Foundation

/// Finds out whether a recording was cut off in frequency before it was made, as telephones do.
///
/// The spectra of 2048 samples, two a second, are added up. A limit is where the level falls by 30 dB
/// from the band below it, on the mean of its decibels, to the strongest part of all above it.
final class BandwidthMeter {
  private let sampleRate: Double
  private let transform = RealFourierTransform(length: BandwidthMeter.length)
  private let window = HannWindow(length: BandwidthMeter.length)
  private var powers: [Double]
  private var magnitudes: [Float]
  private var frame: [Float] = []
  private var tapered = [Float](repeating: 0, count: BandwidthMeter.length)
  private var skipped = 0
  private var spectrumCount = 0

  private static let length = 2048
  private static let step = 100.0
  private static let limits = stride(from: 1500.0, through: 6000, by: 100)
  private static let highest = 8000.0
  private static let cliff = 30.0
  private static let leastSpectra = 4

  /// Below -60 dBFS there is nothing to judge by.
  private static let leastPower: Float = 1e-6

  /// Measures one recording.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    magnitudes = Array(repeating: 0, count: transform.binCount)
    powers = Array(repeating: 0, count: transform.binCount)
  }

  /// Takes the next samples.
  func append(_ samples: Span<Float>) {
    let pause = max(0, Int(sampleRate / 2) - Self.length)
    var index = 0
    while index < samples.count {
      if frame.isEmpty, skipped < pause {
        let count = min(pause - skipped, samples.count - index)
        skipped += count
        index += count
        continue
      }
      let count = min(Self.length - frame.count, samples.count - index)
      frame.append(addingCapacity: count) { output in
        for offset in 0..<count { output.append(samples[index + offset]) }
      }
      index += count
      if frame.count == Self.length { addSpectrum() }
    }
  }

  private func addSpectrum() {
    defer {
      frame.removeAll(keepingCapacity: true)
      skipped = 0
    }
    guard BlockLevels.energy(of: frame.span) > Self.leastPower * Float(Self.length) else { return }
    var target = tapered.mutableSpan
    window.apply(to: frame.span, from: 0, into: &target)
    var spectrum = magnitudes.mutableSpan
    transform.magnitudes(of: tapered.span, into: &spectrum)
    for bin in powers.indices { powers[bin] += Double(magnitudes[bin]) * Double(magnitudes[bin]) }
    spectrumCount += 1
  }

  /// The frequency in Hz above which there is nothing, where that is low; nil for a full sound.
  var lowLimit: Double? {
    if sampleRate <= 2 * (Self.limits.max() ?? 0) { return sampleRate / 2 }
    guard spectrumCount >= Self.leastSpectra else { return nil }
    let top = min(Self.highest, sampleRate / 2)
    let levels = (0..<Int(top / Self.step)).map { level(from: Double($0) * Self.step) }
    for limit in Self.limits where limit * 1.3 < top {
      let below = levels[band(0.7 * limit, 0.95 * limit)]
      let above = levels[band(1.1 * limit, top)]
      guard let most = above.max(), !below.isEmpty else { continue }
      let fall = below.reduce(0, +) / Double(below.count) - most
      // There is nothing from where the band above begins.
      if fall > Self.cliff { return (1.1 * limit / Self.step).rounded() * Self.step }
    }
    return nil
  }

  private func band(_ low: Double, _ high: Double) -> Range<Int> {
    Int(
      (low / Self.step).rounded(.up))..<max(
        Int((low / Self.step).rounded(.up)), Int(high / Self.step))
  }

  /// The mean power of a step in decibels.
  private func level(from frequency: Double) -> Double {
    let scale = Double(Self.length) / sampleRate
    let first = Int((frequency * scale).rounded(.up))
    let end = max(first + 1, Int(((frequency + Self.step) * scale).rounded(.up)))
    let bins = powers[min(first, powers.count - 1)..<min(end, powers.count)]
    let mean = bins.reduce(0, +) / Double(max(1, bins.count))
    return 10 * log10(mean / Double(max(1, spectrumCount)) + 1e-12)
  }
}
