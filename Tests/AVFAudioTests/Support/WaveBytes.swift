/// WAV files byte by byte, with headers as wrong as a test wants them.
enum WaveBytes {
  /// A file of 16-bit samples.
  static func file(
    _ samples: [Int16], sampleRate: UInt32 = 16_000, channelCount: UInt16 = 1,
    declaredByteCount: UInt32? = nil, chunksBeforeFormat: [UInt8] = []
  ) -> [UInt8] {
    let byteCount = UInt32(samples.count * 2)
    let data = samples.flatMap { little(UInt16(bitPattern: $0)) }
    return file(
      formatTag: 1, bitsPerSample: 16, data: data, sampleRate: sampleRate,
      channelCount: channelCount, declaredByteCount: declaredByteCount ?? byteCount,
      chunksBeforeFormat: chunksBeforeFormat)
  }

  /// A file of 32-bit float samples.
  static func file(_ samples: [Float], sampleRate: UInt32 = 16_000) -> [UInt8] {
    file(
      formatTag: 3, bitsPerSample: 32, data: samples.flatMap { little($0.bitPattern) },
      sampleRate: sampleRate, channelCount: 1, declaredByteCount: UInt32(samples.count * 4))
  }

  /// A file with any samples and any header.
  static func file(
    formatTag: UInt16, bitsPerSample: UInt16, data: [UInt8], sampleRate: UInt32,
    channelCount: UInt16, declaredByteCount: UInt32, chunksBeforeFormat: [UInt8] = []
  ) -> [UInt8] {
    let blockByteCount = channelCount &* (bitsPerSample / 8)
    let format =
      little(formatTag) + little(channelCount) + little(sampleRate)
      + little(sampleRate &* UInt32(blockByteCount)) + little(blockByteCount)
      + little(bitsPerSample)
    let body =
      chunksBeforeFormat + chunk("fmt ", format) + Array("data".utf8)
      + little(declaredByteCount) + data
    return Array("RIFF".utf8) + little(4 &+ UInt32(truncatingIfNeeded: body.count))
      + Array("WAVE".utf8) + body
  }

  /// A chunk with its pad byte.
  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(body.count)) + body + (body.count % 2 == 0 ? [] : [0])
  }

  /// The bytes of an integer, lowest first.
  static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value($0 * 8)) }
  }
}
