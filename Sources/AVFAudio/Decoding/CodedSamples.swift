internal import CFFmpeg

/// One channel of a decoded frame, in the codec's own sample type.
@safe struct CodedSamples {
  /// Where the frame's samples lie; valid while the frame is.
  let base: UnsafeRawPointer

  /// The samples of the channel.
  let count: Int

  /// From one sample of the channel to the next, in samples.
  let stride: Int

  /// The first sample of the channel, in samples.
  let offset: Int

  /// The sample type; never a planar one.
  let format: AVSampleFormat

  /// Gives the body the samples if they are Float32 in a row, as most codecs decode.
  func withContiguousFloats<R>(_ body: (Span<Float>) -> R) -> R? {
    guard format == AV_SAMPLE_FMT_FLT, stride == 1 else { return nil }
    let floats = unsafe UnsafeBufferPointer(
      start: base.assumingMemoryBound(to: Float.self) + offset, count: count)
    return unsafe body(floats.span)
  }

  /// Whether the samples are floats from the file, which may be no numbers.
  var mayBeNonFinite: Bool { format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_DBL }

  /// Writes a range of the samples as Float32, full scale at 1, into the start of an array.
  ///
  /// Integers of n bits are divided by 2^(n-1), which is exact up to 24 bits; unsigned bytes lie
  /// around 128.
  func convert(_ range: Range<Int>, into samples: inout [Float]) {
    switch format {
    case AV_SAMPLE_FMT_U8:
      convert(UInt8.self, range, into: &samples) { (Float($0) - 128) * 0x1p-7 }
    case AV_SAMPLE_FMT_S16: convert(Int16.self, range, into: &samples) { Float($0) * 0x1p-15 }
    case AV_SAMPLE_FMT_S32: convert(Int32.self, range, into: &samples) { Float($0) * 0x1p-31 }
    case AV_SAMPLE_FMT_S64: convert(Int64.self, range, into: &samples) { Float($0) * 0x1p-63 }
    case AV_SAMPLE_FMT_FLT: convert(Float.self, range, into: &samples) { $0 }
    case AV_SAMPLE_FMT_DBL: convert(Double.self, range, into: &samples) { Float($0) }
    default: preconditionFailure("FFmpeg decodes to no other packed sample type.")
    }
  }

  @inline(__always)
  private func convert<Sample>(
    _ type: Sample.Type, _ range: Range<Int>, into samples: inout [Float],
    _ toFloat: (Sample) -> Float
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "The range is decoded.")
    precondition(range.count <= samples.count, "The array holds the range.")
    let first = unsafe base.assumingMemoryBound(to: Sample.self) + offset
    let source = unsafe first + range.lowerBound * stride
    var target = samples.mutableSpan
    if stride == 1 {  // known beforehand, several are converted at a time
      for index in 0..<range.count { unsafe target[unchecked: index] = toFloat(source[index]) }
      return
    }
    for index in 0..<range.count {
      unsafe target[unchecked: index] = toFloat(source[index * stride])
    }
  }
}
