private import DSP
private import Foundation

/// Turns a recording's samples into levels over time and frequency, in memory of a fixed size.
///
/// Spectra of about 40 ms, weighted by Hann's window, are averaged by power over each column of the
/// picture. Rows are equally wide on the mel scale; a row that is narrower than a bin of the spectrum
/// is interpolated, so that low frequencies have no stripes.
final class Spectrogram {
  /// The lower edge of the lowest row, Hz.
  let lowestFrequency: Double
  /// The upper edge of the highest row, Hz.
  let highestFrequency: Double
  let columnCount: Int
  let rowCount: Int

  /// Lower than any sound, dB.
  static let silence: Float = -140

  private let frameCount: Int64
  private let length: Int
  private let hop: Int
  private let transform: RealFourierTransform
  private let window: HannWindow
  private let rows: [Row]

  /// The levels in dB of a full-scale sine, column by column, in each from low to high.
  private(set) var levels: [Float]

  // Samples that no spectrum has used up, from `offset` on; the first one is at frame 0 - length / 2.
  private var samples: [Float]
  private var offset = 0
  private var nextFrame: Int64 = 0
  private var spectrumCount: Int64 = 0

  private var frame: [Float]
  private var magnitudes: [Float]
  private var sums: [Float]
  private var summedCount = 0
  private var column = 0

  /// The part of a spectrum that a row shows.
  private struct Row {
    /// The bins whose power is averaged; empty where the row lies between two bins.
    let bins: Range<Int>
    /// The bin below the middle of a narrow row, and how far the middle is from it.
    let below: Int
    let share: Float
  }

  /// Prepares for a recording.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second, over 0.
  ///   - frameCount: the length of the recording, over 0.
  ///   - columnLimit: the most columns; short recordings have fewer, one a millisecond.
  init(sampleRate: Double, frameCount: Int64, columnLimit: Int, rowCount: Int) {
    precondition(sampleRate > 0 && frameCount > 0 && columnLimit > 0 && rowCount > 0)
    self.frameCount = frameCount
    self.rowCount = rowCount
    var length = 64
    while Double(length) < sampleRate * 0.04, length < 8192 { length *= 2 }
    self.length = length
    highestFrequency = min(sampleRate / 2, 16_000)
    lowestFrequency = min(50, sampleRate / 16)
    let shortest = max(1, Int(sampleRate / 1000))
    let longest = max(shortest, Int(sampleRate / 50))
    let even = Int(clamping: frameCount / Int64(columnLimit))
    hop = min(max(even, shortest), longest)
    columnCount = Int(min(Int64(columnLimit), (frameCount - 1) / Int64(hop) + 1))
    transform = RealFourierTransform(length: length)
    window = HannWindow(length: length)
    rows = Self.rows(
      rowCount, from: lowestFrequency, to: highestFrequency,
      binsPerHertz: Double(length) / sampleRate, binCount: length / 2 + 1)
    levels = Array(repeating: Self.silence, count: columnCount * rowCount)
    samples = Array(repeating: 0, count: length / 2)
    frame = Array(repeating: 0, count: length)
    magnitudes = Array(repeating: 0, count: length / 2 + 1)
    sums = magnitudes
  }

  private static func rows(
    _ count: Int, from lowest: Double, to highest: Double, binsPerHertz: Double, binCount: Int
  ) -> [Row] {
    let scale = FrequencyScale(lowest: lowest, highest: highest)
    return (0..<count).map { row in
      let low = scale.frequency(at: Double(row) / Double(count)) * binsPerHertz
      let high = scale.frequency(at: Double(row + 1) / Double(count)) * binsPerHertz
      let bins = Int(low.rounded(.up))..<max(Int(low.rounded(.up)), Int(high.rounded(.up)))
      let middle = min((low + high) / 2, Double(binCount - 1))
      let below = min(Int(middle), binCount - 2)
      return Row(
        bins: bins.count > 1 ? bins.clamped(to: 0..<binCount) : 0..<0, below: below,
        share: Float(middle - Double(below)))
    }
  }

  /// Takes the next samples; a hole before them is silence, and what was there already is passed over.
  func append(_ block: [Float], at position: Int64) {
    while nextFrame < position, nextFrame < frameCount {
      let count = min(position - nextFrame, 65_536)
      add(Array(repeating: 0, count: Int(count))[...])
    }
    let known = max(0, nextFrame - position)
    if known < Int64(block.count) { add(block[Int(known)...]) }
  }

  /// Ends the recording; what is missing of it is silence.
  func finish() {
    append([], at: frameCount)
    add(Array(repeating: 0, count: length)[...])
    endColumn()
    repeatColumn(before: columnCount)
    samples = []
  }

  private func add(_ block: ArraySlice<Float>) {
    // A file may have grown since its length was taken.
    guard nextFrame < frameCount + Int64(length) else { return }
    nextFrame += Int64(block.count)
    // Far beyond full scale a spectrum would overflow; 40 dB of headroom are enough.
    for sample in block { samples.append(min(max(sample, -100), 100)) }
    while samples.count - offset >= length, spectrumCount * Int64(hop) < frameCount {
      addSpectrum()
      offset += hop
      spectrumCount += 1
    }
    let used = min(offset, samples.count)
    samples.removeFirst(used)
    offset -= used
  }

  /// Adds the spectrum of the next samples to the column in whose time their middle lies.
  private func addSpectrum() {
    let place = spectrumCount * Int64(hop)
    let share = Double(place) / Double(frameCount)
    let next = min(Int(share * Double(columnCount)), columnCount - 1)
    if next > column {
      endColumn()
      repeatColumn(before: next)
      column = next
    }
    var frameSpan = frame.mutableSpan
    window.apply(to: samples.span, from: offset, into: &frameSpan)
    var magnitudeSpan = magnitudes.mutableSpan
    transform.magnitudes(of: frame.span, into: &magnitudeSpan)
    for bin in sums.indices { sums[bin] += magnitudes[bin] * magnitudes[bin] }
    summedCount += 1
  }

  /// Fills columns that got no spectrum, because there are hardly more spectra than columns.
  private func repeatColumn(before next: Int) {
    for empty in column + 1..<max(next, column + 1) {
      for row in 0..<rowCount {
        levels[empty * rowCount + row] = levels[column * rowCount + row]
      }
    }
  }

  /// Turns the sums of a column into levels.
  private func endColumn() {
    guard summedCount > 0 else { return }
    // A full-scale sine has the magnitude length / 4 under Hann's window.
    let scale = 16 / (Float(length) * Float(length) * Float(summedCount))
    for (place, row) in rows.enumerated() {
      var power: Float = 0
      if row.bins.isEmpty {
        power = sums[row.below] * (1 - row.share) + sums[row.below + 1] * row.share
      } else {
        for bin in row.bins { power += sums[bin] }
        power /= Float(row.bins.count)
      }
      levels[column * rowCount + place] = max(10 * log10(power * scale + 1e-20), Self.silence)
    }
    for bin in sums.indices { sums[bin] = 0 }
    summedCount = 0
  }
}
