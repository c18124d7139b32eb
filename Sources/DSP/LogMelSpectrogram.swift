private import Glibc

/// Turns samples into log-mel frames, the features that sound classifiers read.
///
/// The front end of VGGish: frames of 25 ms every 10 ms, a periodic Hann window, the magnitude of a
/// 512-point spectrum, 64 mel bands from 125 to 7500 Hz, and the natural logarithm of the band plus
/// 0.01. Frames lie wholly inside the samples; nothing is centred, padded or normalised, so the same
/// samples give the same frame whatever stretch they arrive in.
///
/// One owner at a time: the object reuses its scratch memory, and makes no allocation in `process`.
package final class LogMelSpectrogram {
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

  private let window = HannWindow(length: frameLength)
  private let transform = RealFourierTransform(length: fftLength)
  private let filterBank = MelFilterBank(
    bandCount: bandCount, lowestFrequency: 125, highestFrequency: 7500,
    sampleRate: Double(sampleRate), fftLength: fftLength)
  private var frame: [Float]
  private var magnitudes: [Float]
  private var bands: [Float]

  /// Makes a front end with its tables and scratch memory.
  package init() {
    frame = Array(repeating: 0, count: Self.fftLength)
    magnitudes = Array(repeating: 0, count: filterBank.usedBinCount)
    bands = Array(repeating: 0, count: Self.bandCount)
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
    for index in 0..<frameCount {
      var frame = frame.mutableSpan
      window.apply(to: samples, from: index * Self.hopLength, into: &frame)
      var magnitudes = magnitudes.mutableSpan
      transform.magnitudes(of: frame.span, into: &magnitudes)
      var bands = bands.mutableSpan
      filterBank.apply(to: magnitudes.span, into: &bands)
      for band in 0..<Self.bandCount {
        frames[index * Self.bandCount + band] = logf(
          bands[band] + Self.logOffset)
      }
    }
  }
}
