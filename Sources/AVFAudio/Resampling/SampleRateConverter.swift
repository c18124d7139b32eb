private import CFFmpeg

/// Converts one channel from one sample rate to another, in pieces of any size.
///
/// Output sample n stands for the time n / output rate of the input: the filter adds no delay. The
/// pieces in which the input comes never change a bit of the output. Equal rates pass through.
@safe package final class SampleRateConverter {
  /// The sample rate of the input, in Hz.
  package let inputSampleRate: Double

  /// The sample rate of the output, in Hz.
  package let outputSampleRate: Double

  private var context: OpaquePointer?
  private var scratch: [Float] = []
  private var inputCount: Int64 = 0
  private var outputCount: Int64 = 0

  /// The input frames that one call of the resampler takes, which bounds the scratch.
  private static let pieceLength = 4096

  /// Makes a converter between two rates of ``AudioLimits``.
  package init(inputSampleRate: Double, outputSampleRate: Double) throws(SampleRateError) {
    self.inputSampleRate = inputSampleRate
    self.outputSampleRate = outputSampleRate
    let rates = try SampleRateError.integerRates(inputSampleRate, outputSampleRate)
    unsafe context = nil
    guard inputSampleRate != outputSampleRate else { return }
    FFmpegLibrary.prepare()
    var inputLayout = unsafe AVChannelLayout()
    unsafe av_channel_layout_default(&inputLayout, 1)
    var outputLayout = unsafe inputLayout
    unsafe swr_alloc_set_opts2(
      &context, &outputLayout, AV_SAMPLE_FMT_FLTP, rates.output, &inputLayout, AV_SAMPLE_FMT_FLTP,
      rates.input, 0, nil)
    guard unsafe context != nil, unsafe swr_init(context) >= 0 else {
      unsafe swr_free(&context)
      throw SampleRateError(
        inputSampleRate: inputSampleRate, outputSampleRate: outputSampleRate)
    }
  }

  deinit { unsafe swr_free(&context) }

  /// Converts the next samples of the input and appends what is complete to the output.
  package func convert(_ input: Span<Float>, into output: inout [Float]) {
    inputCount += Int64(input.count)
    guard unsafe context != nil else { return output.append(input) }
    var start = 0
    while start < input.count {
      let piece = input.extracting(start..<min(input.count, start + Self.pieceLength))
      start += piece.count
      unsafe piece.withUnsafeBufferPointer { samples in
        _ = unsafe run(samples.baseAddress, count: samples.count, into: &output)
      }
    }
  }

  /// Appends the rest of the output, to the rounded length of the input in output samples.
  ///
  /// The converter then starts anew.
  package func finish(into output: inout [Float]) {
    guard unsafe context != nil else { return inputCount = 0 }
    let ratio = outputSampleRate / inputSampleRate
    let total = Int64((Double(inputCount) * ratio).rounded())
    var produced = -1
    while produced != 0, outputCount < total {
      produced = unsafe run(nil, count: 0, into: &output)
    }
    if outputCount > total { output.removeLast(Int(outputCount - total)) }
    if outputCount < total {
      output.append(contentsOf: repeatElement(0, count: Int(total - outputCount)))
    }
    inputCount = 0
    outputCount = 0
    unsafe swr_close(context)
    unsafe swr_init(context)
  }

  /// Runs the resampler once; a nil input flushes it.
  private func run(
    _ samples: UnsafePointer<Float>?, count: Int, into output: inout [Float]
  ) -> Int {
    let capacity = unsafe Int(swr_get_out_samples(context, Int32(count)))
    if scratch.count < capacity { scratch = Array(repeating: 0, count: capacity) }
    let isFlush = unsafe samples == nil
    let produced = unsafe scratch.withUnsafeMutableBufferPointer { buffer in
      var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      var source = unsafe UnsafeRawPointer(samples)?.assumingMemoryBound(to: UInt8.self)
      let length = Int32(buffer.count)
      let converted =
        isFlush
        ? unsafe swr_convert(context, &target, length, nil, 0)
        : unsafe swr_convert(context, &target, length, &source, Int32(count))
      return Int(converted)
    }
    guard produced > 0 else { return 0 }
    output.append(scratch.span.extracting(first: produced))
    outputCount += Int64(produced)
    return produced
  }
}

extension [Float] {
  /// Appends the samples of a span.
  mutating func append(_ samples: Span<Float>) {
    unsafe samples.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
