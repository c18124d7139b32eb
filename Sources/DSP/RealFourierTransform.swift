private import CFFmpeg

/// The discrete Fourier transform of real samples, on FFmpeg's `av_tx`.
///
/// Forward only and unnormalised: `X[k] = sum over n of x[n] exp(-2 pi i k n / length)`. Releases of
/// FFmpeg differ in how they scale the inverse, but agree on this direction.
@safe package final class RealFourierTransform {
  /// The number of real samples in.
  package let length: Int

  /// The number of bins out, from 0 Hz to half the sample rate, both included.
  package var binCount: Int { length / 2 + 1 }

  private let context: OpaquePointer
  private let function: av_tx_fn
  // av_tx wants its buffers aligned for the widest vectors of the machine.
  private let input: UnsafeMutableBufferPointer<Float>
  private let output: UnsafeMutableBufferPointer<AVComplexFloat>

  /// Makes a transform of `length` samples, a power of two from 4 up.
  package init(length: Int) {
    precondition(
      length >= 4 && length & (length - 1) == 0,
      "A real transform has a power of two for its length, 4 or more, not \(length)")
    self.length = length
    var context: OpaquePointer?
    var function: av_tx_fn?
    var scale: Float = 1
    let status = unsafe av_tx_init(
      &context, &function, AV_TX_FLOAT_RDFT, 0, Int32(length), &scale, 0)
    guard status >= 0, let context = unsafe context, let function = unsafe function else {
      fatalError("No Fourier transform of length \(length): av_tx_init gave \(status)")
    }
    unsafe self.context = unsafe context
    unsafe self.function = unsafe function
    unsafe input = .allocateAligned(count: length)
    unsafe output = .allocateAligned(count: length / 2 + 1)
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe av_tx_uninit(&context)
    unsafe UnsafeMutableRawPointer(input.baseAddress)?.deallocate()
    unsafe UnsafeMutableRawPointer(output.baseAddress)?.deallocate()
  }

  /// Writes the magnitudes |X[k]| of the spectrum of `samples`.
  ///
  /// - Parameters:
  ///   - samples: `length` real samples.
  ///   - magnitudes: receives the first `magnitudes.count` bins, at most `binCount`.
  package func magnitudes(
    of samples: Span<Float>, into magnitudes: inout MutableSpan<Float>
  ) {
    precondition(samples.count == length, "A transform of \(length) got \(samples.count) samples")
    precondition(
      magnitudes.count <= binCount, "\(magnitudes.count) bins asked of \(binCount)")
    for sample in samples.indices { unsafe input[sample] = samples[sample] }
    unsafe function(
      context, output.baseAddress, input.baseAddress, MemoryLayout<Float>.stride)
    for bin in magnitudes.indices {
      let value = unsafe output[bin]
      magnitudes[bin] = (value.re * value.re + value.im * value.im).squareRoot()
    }
  }
}

extension UnsafeMutableBufferPointer {
  /// Memory for `count` elements, all bits zero, on a 64-byte boundary.
  fileprivate static func allocateAligned(count: Int) -> UnsafeMutableBufferPointer {
    let size = count * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return unsafe UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: Element.self), count: count)
  }
}
