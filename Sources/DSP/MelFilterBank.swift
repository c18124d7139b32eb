private import Glibc

/// Triangular filters, equally spaced on the mel scale, that turn a spectrum into bands.
///
/// The scale is HTK's, `mel(f) = 1127 ln(1 + f / 700)`. Band `b` rises from edge `b` to a peak of 1
/// at edge `b + 1` and falls to edge `b + 2`, in straight lines over mel; there is no normalisation
/// by area. Only the bins under a triangle are kept, which are neighbours.
package struct MelFilterBank: Sendable {
  /// The number of bands out.
  package let bandCount: Int

  /// The number of bins in.
  package let binCount: Int

  /// The number of bins from 0 Hz that carry any weight, rounded up to whole lanes.
  package let usedBinCount: Int

  // Each band is a run of whole vectors over bins: `lanes[firstLane[b]..<firstLane[b + 1]]` holds the
  // weights of the bins from `firstBin[b]`; bins that only fill a vector up weigh 0.
  private let firstBin: [Int]
  private let firstLane: [Int]
  private let lanes: [Lane]

  private typealias Lane = SIMD8<Float>

  /// Makes the filters for spectra of `fftLength` samples.
  ///
  /// - Parameters:
  ///   - bandCount: the number of bands.
  ///   - lowestFrequency: the lower edge of the first band, Hz.
  ///   - highestFrequency: the upper edge of the last band, Hz, at most half the sample rate.
  ///   - sampleRate: the rate of the samples, Hz.
  ///   - fftLength: the length of the transform, samples; at least 16.
  package init(
    bandCount: Int, lowestFrequency: Double, highestFrequency: Double, sampleRate: Double,
    fftLength: Int
  ) {
    precondition(
      bandCount > 0 && lowestFrequency >= 0 && lowestFrequency < highestFrequency
        && highestFrequency <= sampleRate / 2 && fftLength >= 2 * Lane.scalarCount,
      "\(bandCount) mel bands do not fit \(lowestFrequency)...\(highestFrequency) Hz")
    self.bandCount = bandCount
    binCount = fftLength / 2 + 1
    let lowestMel = Self.mel(lowestFrequency)
    let step = (Self.mel(highestFrequency) - lowestMel) / Double(bandCount + 1)
    let bins = (0..<binCount).map { Self.mel(Double($0) * sampleRate / Double(fftLength)) }

    var firstBin: [Int] = []
    var firstLane = [0]
    var lanes: [Lane] = []
    for band in 0..<bandCount {
      let rise = lowestMel + Double(band) * step
      let weights = bins.map { mel in
        Float(max(0, min((mel - rise) / step, (rise + 2 * step - mel) / step)))
      }
      // The bin at 0 Hz carries no sound.
      let weighted = weights.indices.dropFirst().filter { weights[$0] > 0 }
      let first = weighted.first ?? 0
      let count = weighted.last.map { $0 - first + 1 } ?? 0
      let laneCount = (count + Lane.scalarCount - 1) / Lane.scalarCount
      let start = min(first, binCount - laneCount * Lane.scalarCount)
      for lane in 0..<laneCount {
        let bin = start + lane * Lane.scalarCount
        lanes.append(
          Lane((bin..<bin + Lane.scalarCount).map { weighted.contains($0) ? weights[$0] : 0 }))
      }
      firstBin.append(start)
      firstLane.append(lanes.count)
    }
    self.firstBin = firstBin
    self.firstLane = firstLane
    self.lanes = lanes
    usedBinCount =
      zip(firstBin, zip(firstLane, firstLane.dropFirst())).map { bin, lane in
        bin + (lane.1 - lane.0) * Lane.scalarCount
      }.max() ?? 0
  }

  /// The bins under a band's triangle and the weight of each; never the bin at 0 Hz.
  package func weights(ofBand band: Int) -> (firstBin: Int, weights: ArraySlice<Float>) {
    let weights = (firstLane[band]..<firstLane[band + 1]).flatMap { lane in
      (0..<Lane.scalarCount).map { lanes[lane][$0] }
    }
    guard let first = weights.firstIndex(where: { $0 > 0 }),
      let last = weights.lastIndex(where: { $0 > 0 })
    else { return (1, []) }
    return (firstBin[band] + first, weights[first...last])
  }

  /// Writes the weighted sum of the magnitudes under each triangle.
  ///
  /// - Parameters:
  ///   - magnitudes: the first bins of a spectrum, at least `usedBinCount`.
  ///   - bands: receives `bandCount` sums.
  package func apply(to magnitudes: Span<Float>, into bands: inout MutableSpan<Float>) {
    precondition(
      magnitudes.count >= usedBinCount && bands.count >= bandCount,
      "\(bandCount) bands over \(usedBinCount) bins do not fit the spans given")
    let bytes = unsafe magnitudes.bytes
    let firstBin = firstBin.span
    let firstLane = firstLane.span
    let lanes = lanes.span
    for band in 0..<bandCount {
      var sum = Lane.zero
      var offset = firstBin[band] * MemoryLayout<Float>.stride
      for lane in firstLane[band]..<firstLane[band + 1] {
        let bins = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: offset, as: Lane.self)
        sum += bins * lanes[lane]
        offset += MemoryLayout<Lane>.stride
      }
      bands[band] = sum.sum()
    }
  }

  /// The pitch of a frequency in Hz on HTK's mel scale.
  package static func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }
}
