import DSP
import Foundation

/// Computes peaks and spectrogram of a recording at every level while its samples pass by.
///
/// Memory does not grow with the recording: each level is a file that is appended to.
final class OverviewWriter {
  private let format: OverviewFormat
  private var peaks: [PeakLevel]
  private var bands: [BandLevel]
  private let transform: RealFourierTransform
  private let window: HannWindow
  private let filters: MelFilterBank
  private var column = PeakColumn()
  private var columnFrames = 0
  private var nextFrame: Int64 = 0
  private var lastFlush = ContinuousClock.now

  // The latest samples, for the next spectrum.
  private var history: [Float]
  private var sinceSpectrum = 0
  private var frame: [Float]
  private var magnitudes: [Float]
  private var sums = [Float](repeating: 0, count: OverviewFormat.bandCount)

  /// Makes the files of all levels in a folder.
  init(_ format: OverviewFormat, folder: URL) throws {
    self.format = format
    peaks = try OverviewKind.peaks.levels.map {
      PeakLevel(
        file: try LevelFile(folder.appendingPathComponent(OverviewKind.peaks.fileName(level: $0))))
    }
    bands = try OverviewKind.spectrogram.levels.map {
      BandLevel(
        file: try LevelFile(
          folder.appendingPathComponent(OverviewKind.spectrogram.fileName(level: $0))))
    }
    let length = format.transformLength
    transform = RealFourierTransform(length: length)
    window = HannWindow(length: length)
    filters = MelFilterBank(
      bandCount: OverviewFormat.bandCount, lowestFrequency: format.lowestFrequency,
      highestFrequency: format.highestFrequency, sampleRate: format.sampleRate, fftLength: length)
    history = Array(repeating: 0, count: length + format.hop)
    frame = Array(repeating: 0, count: length)
    magnitudes = Array(repeating: 0, count: length / 2 + 1)
  }

  /// Takes the next samples; a hole before them counts as silence.
  func append(_ samples: [Float], at position: Int64) throws {
    while nextFrame < position {
      let count = min(position - nextFrame, 65_536)
      try append(Array(repeating: 0, count: Int(count)))
    }
    try append(samples)
    if lastFlush + .milliseconds(200) < .now {
      lastFlush = .now
      try flush()
    }
  }

  private func append(_ samples: [Float]) throws {
    for sample in samples {
      column.add(sample)
      columnFrames += 1
      if columnFrames == format.framesPerColumn { try endPeakColumn() }
      // Far beyond full scale a spectrum would overflow; 40 dB of headroom are enough.
      history[format.transformLength + sinceSpectrum] = min(max(sample, -100), 100)
      sinceSpectrum += 1
      if sinceSpectrum == format.hop { try endSpectrum() }
    }
    nextFrame += Int64(samples.count)
  }

  private func endPeakColumn() throws {
    var next: PeakColumn? = column
    column = PeakColumn()
    columnFrames = 0
    var level = 0
    while let finished = next, level < peaks.count {
      next = try peaks[level].append(finished)
      level += 1
    }
  }

  /// Takes the spectrum of the latest samples.
  private func endSpectrum() throws {
    let length = format.transformLength
    for index in 0..<length { history[index] = history[index + format.hop] }
    sinceSpectrum = 0
    var frameSpan = frame.mutableSpan
    window.apply(to: history.span, from: 0, into: &frameSpan)
    var magnitudeSpan = magnitudes.mutableSpan
    transform.magnitudes(of: frame.span, into: &magnitudeSpan)
    var sumSpan = sums.mutableSpan
    filters.apply(to: magnitudes.span, into: &sumSpan)
    let scale = 4 / Float(length)
    var next: [Float]? = sums.map { sum in
      let decibels = 20 * log10(max(sum * scale, 1e-5))
      return min(max((decibels + 100) * 2.55, 0), 255)
    }
    var level = 0
    while let finished = next, level < bands.count {
      next = try bands[level].append(finished)
      level += 1
    }
  }

  /// Ends the recording: columns that are not full count as they are.
  func finish() throws {
    if sinceSpectrum > 0 {
      for index in sinceSpectrum..<format.hop { history[format.transformLength + index] = 0 }
      try endSpectrum()
    }
    if columnFrames > 0 { try endPeakColumn() }
    var peak: PeakColumn?
    for level in peaks.indices {
      if let part = peak { peak = try peaks[level].append(part) }
      if peak == nil { peak = peaks[level].takePart() }
    }
    var band: [Float]?
    for level in bands.indices {
      if let part = band { band = try bands[level].append(part) }
      if band == nil { band = bands[level].takePart() }
    }
    try flush()
  }

  private func flush() throws {
    for level in peaks.indices { try peaks[level].file.flush() }
    for level in bands.indices { try bands[level].file.flush() }
  }
}
