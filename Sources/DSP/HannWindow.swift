private import Glibc

/// A periodic Hann window, the taper put on each frame before its spectrum is taken.
///
/// `w[n] = 0.5 - 0.5 cos(2 pi n / length)` for `n` in `0..<length`; the symmetric form would divide
/// by `length - 1`.
package struct HannWindow: Sendable {
  /// The factor for each sample, 0...1.
  package let coefficients: [Float]

  /// Makes the window for frames of `length` samples.
  package init(length: Int) {
    precondition(length > 0, "A Hann window needs at least one sample, not \(length)")
    coefficients = (0..<length).map { sample in
      Float(0.5 - 0.5 * cos(2 * Double.pi * Double(sample) / Double(length)))
    }
  }

  /// Writes the tapered frame that starts at `start` in `samples` to the front of `frame`.
  ///
  /// - Precondition: `samples` holds a whole frame from `start`, and `frame` has room for it.
  package func apply(
    to samples: Span<Float>, from start: Int, into frame: inout MutableSpan<Float>
  ) {
    precondition(
      start >= 0 && samples.count - start >= coefficients.count
        && frame.count >= coefficients.count,
      "A window of \(coefficients.count) samples does not fit the frame at \(start)")
    let window = coefficients.span
    let samples = samples.extracting(start..<start + window.count)
    for sample in window.indices { frame[sample] = samples[sample] * window[sample] }
  }
}
