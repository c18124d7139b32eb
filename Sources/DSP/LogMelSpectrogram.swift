private import CLogMel
private import Glibc

/// Turns samples into log-mel frames, the features that sound classifiers read.
///
/// The front end of VGGish: frames of 25 ms every 10 ms, a periodic Hann window, the magnitude of a
/// 512-point spectrum, 64 mel bands from 125 to 7500 Hz, and the natural logarithm of the band plus
/// 0.01. Frames lie wholly inside the samples; nothing is centred, padded or normalised, so the same
/// samples give the same frame whatever stretch they arrive in.
///
/// `process` makes no allocation.
package final class LogMelSpectrogram: Sendable {
  /// The sample rate of the input, Hz.
  package static let sampleRate = 16_000

  /// The length of a frame, samples.
  package static let frameLength = 400

  /// The distance between the starts of neighbouring frames, samples.
  package static let hopLength = 160

  /// The length of the Fourier transform, samples; the frame is padded with zeros to it.
  package static let fftLength = 512

  /// The number of mel bands in a frame.
  package static let bandCount = 64

  /// The value added to each band before the logarithm, so that silence is finite.
  package static let logOffset: Float = 0.01

  /// The window, the turns of the transform, the offset and the weights of the bands, as the C side
  /// takes them.
  private let factors: [Float]

  /// The first bin of each band, then the bins after the last ones.
  private let bins: [Int32]

  /// Makes a front end with its tables.
  package init() {
    let filterBank = MelFilterBank(
      bandCount: Self.bandCount, lowestFrequency: 125, highestFrequency: 7500,
      sampleRate: Double(Self.sampleRate), fftLength: Self.fftLength)
    var factors = HannWindow(length: Self.frameLength).coefficients
    for length in [Self.fftLength / 2, Self.fftLength] {
      for bin in 0..<Self.fftLength / 2 {
        let angle = -2 * Double.pi * Double(bin) / Double(length)
        factors += [Float(cos(angle)), Float(sin(angle))]
      }
    }
    factors.append(Self.logOffset)
    var ends: [Int32] = []
    var starts: [Int32] = []
    for band in 0..<Self.bandCount {
      let (firstBin, weights) = filterBank.weights(ofBand: band)
      starts.append(Int32(firstBin))
      ends.append(Int32(firstBin + weights.count))
      factors += weights
    }
    self.factors = factors
    bins = starts + ends
  }

  /// The number of whole frames in `sampleCount` samples.
  package static func frameCount(sampleCount: Int) -> Int {
    sampleCount < frameLength ? 0 : 1 + (sampleCount - frameLength) / hopLength
  }

  /// Computes every whole frame of a contiguous stretch of samples.
  ///
  /// - Parameters:
  ///   - samples: one channel at 16 kHz, full scale -1...1.
  ///   - frames: receives (frame, band), row-major; room for `frameCount(sampleCount:)` frames.
  package func process(_ samples: Span<Float>, into frames: inout MutableSpan<Float>) {
    let frameCount = Self.frameCount(sampleCount: samples.count)
    precondition(
      frames.count >= frameCount * Self.bandCount,
      "\(frameCount) frames of \(Self.bandCount) bands do not fit \(frames.count) values")
    guard frameCount > 0 else { return }
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe frames.withUnsafeMutableBufferPointer { frames in
        unsafe osa_log_mel(
          factors, bins, samples.baseAddress, Int64(frameCount), frames.baseAddress)
      }
    }
  }
}
