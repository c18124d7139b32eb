internal import CFFmpeg

/// The bytes that a device hands over, as samples.
enum CapturedSamples {
  /// Whether samples of a codec can be taken.
  static func isKnown(_ codec: AVCodecID) -> Bool {
    [AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_F32LE].contains(codec)
  }

  /// Appends samples as Float32, full scale at 1; a sample that is no number becomes 0.
  ///
  /// - Parameter codecID: one that is known.
  @unsafe static func append(
    _ bytes: UnsafePointer<UInt8>?, byteCount: Int, codecID: AVCodecID, to samples: inout [Float]
  ) {
    guard let bytes = unsafe bytes, byteCount > 0 else { return }
    let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: byteCount)
    switch codecID {
    case AV_CODEC_ID_PCM_S16LE:
      unsafe append(raw, Int16.self, to: &samples) { Float(Int16(littleEndian: $0)) * 0x1p-15 }
    case AV_CODEC_ID_PCM_S32LE:
      unsafe append(raw, Int32.self, to: &samples) { Float(Int32(littleEndian: $0)) * 0x1p-31 }
    default:
      unsafe append(raw, UInt32.self, to: &samples) {
        let sample = Float(bitPattern: UInt32(littleEndian: $0))
        return sample.isFinite ? sample : 0
      }
    }
  }

  @inline(__always)
  private static func append<Sample: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, _ type: Sample.Type, to samples: inout [Float],
    _ convert: (Sample) -> Float
  ) {
    let size = MemoryLayout<Sample>.size
    let count = bytes.count / size
    samples.reserveCapacity(samples.count + count)
    for index in 0..<count {
      unsafe samples.append(
        convert(bytes.loadUnaligned(fromByteOffset: index * size, as: Sample.self)))
    }
  }
}
