internal import CFFmpeg

/// The sample types that encoders take, and the way from Float32 to them.
enum SampleFormats {
  /// The sample type of an encoder.
  static func format(encoderName: String, bitDepth: Int) -> AVSampleFormat {
    switch (encoderName, bitDepth) {
    case ("aac", _): AV_SAMPLE_FMT_FLTP
    case ("alac", 24): AV_SAMPLE_FMT_S32P
    case ("alac", _): AV_SAMPLE_FMT_S16P
    case ("pcm_u8", _): AV_SAMPLE_FMT_U8
    case ("pcm_s8", _): AV_SAMPLE_FMT_U8
    case (let name, 32) where name.hasPrefix("pcm_f"): AV_SAMPLE_FMT_FLT
    case (let name, 64) where name.hasPrefix("pcm_f"): AV_SAMPLE_FMT_DBL
    case (_, 16): AV_SAMPLE_FMT_S16
    default: AV_SAMPLE_FMT_S32
    }
  }

  /// Writes one channel of a frame; integers are rounded to the bit depth and clipped.
  static func store(
    _ samples: Span<Float>, channel: Int, in frame: UnsafeMutablePointer<AVFrame>, bitDepth: Int
  ) {
    let format = unsafe AVSampleFormat(frame.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let plane = unsafe UnsafeMutableRawPointer(
      frame.pointee.extended_data[isPlanar ? channel : 0]!)
    let channelCount = unsafe Int(frame.pointee.ch_layout.nb_channels)
    let room = unsafe Int(frame.pointee.nb_samples)
    let stride = isPlanar ? 1 : channelCount
    let offset = isPlanar ? 0 : channel
    precondition(samples.count <= room, "The frame has room.")

    func write<Sample>(_ type: Sample.Type, _ convert: (Float) -> Sample) {
      let target = unsafe plane.assumingMemoryBound(to: Sample.self) + offset
      for index in samples.indices { unsafe target[index * stride] = convert(samples[index]) }
    }
    switch av_get_packed_sample_fmt(format) {
    case AV_SAMPLE_FMT_U8: write(UInt8.self) { UInt8(rounded($0, bits: 8) + 128) }
    case AV_SAMPLE_FMT_S16: write(Int16.self) { Int16(rounded($0, bits: 16)) }
    case AV_SAMPLE_FMT_S32:
      let bits = bitDepth == 24 ? 24 : 32
      write(Int32.self) { Int32(rounded($0, bits: bits) << (32 - bits)) }
    case AV_SAMPLE_FMT_FLT: write(Float.self) { $0 }
    case AV_SAMPLE_FMT_DBL: write(Double.self) { Double($0) }
    default: preconditionFailure("No encoder here takes another sample type.")
    }
  }

  /// The nearest integer of so many bits; what is no number becomes 0.
  private static func rounded(_ sample: Float, bits: Int) -> Int {
    let scale = Double(1 << (bits - 1))
    let value = (Double(sample) * scale).rounded()
    return value.isNaN ? 0 : Int(min(scale - 1, max(-scale, value)))
  }
}
