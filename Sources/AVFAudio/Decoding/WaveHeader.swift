/// What a WAV file's header says about where its samples lie and how many there are.
///
/// FFmpeg reads the samples; this reads the promises, so that a file that breaks them is noticed.
struct WaveHeader {
  /// Where the samples start, in bytes from the start of the file.
  let dataOffset: Int64

  /// How many bytes of samples the header promises; nil where the writer left it open.
  let dataByteCount: Int64?

  /// The bytes of one block: a frame of PCM, or a packet of a block codec.
  let blockByteCount: Int64

  /// The format tag: 1 for PCM, 2 and 17 for ADPCM.
  let formatTag: UInt16

  /// The frames that one block of ADPCM holds; 0 where the format has no such field.
  let framesPerBlock: Int64

  /// The frames by the fact chunk; nil without one.
  let factFrameCount: Int64?

  /// The sample rate by the header, in Hz.
  let sampleRate: UInt32

  /// The channels by the header.
  let channelCount: UInt16

  /// Where the 32-bit size field ends in a file past 4 GiB, if it has wrapped there.
  let wrappedEnd: Int64?

  /// The bytes after the promised samples that are no chunks: sound, most likely, that the header does not count.
  let undeclaredByteCount: Int64

  /// Where the promised samples end; nil where that is open.
  var dataEnd: Int64? { dataByteCount.map { dataOffset + $0 } }

  /// Whether the codec keeps each frame apart: PCM, float, A-law, mu-law.
  var isUncompressed: Bool { [1, 3, 6, 7].contains(formatTag) }

  /// Whether the codec packs several frames into a block and so pads the last one.
  var isBlockCodec: Bool { formatTag == 2 || formatTag == 0x11 }

  /// The frames that ADPCM really holds: the fact chunk's, if they end within the last block.
  var unpaddedFrameCount: Int64? {
    guard isBlockCodec, let factFrameCount, let dataByteCount, framesPerBlock > 0 else {
      return nil
    }
    let capacity = dataByteCount / max(1, blockByteCount) * framesPerBlock
    return factFrameCount <= capacity && factFrameCount > capacity - framesPerBlock
      ? factFrameCount : nil
  }

  /// Reads the chunks up to the samples; nil if the stream is no WAV file.
  init?(of stream: ByteStream) {
    let start = stream.peek(at: 0, count: 12)
    guard start.count == 12, ["RIFF", "RF64", "BW64"].contains(start.fourCharacters(at: 0)),
      start.fourCharacters(at: 8) == "WAVE"
    else { return nil }
    var offset: Int64 = 12
    var largeDataByteCount: Int64?
    var format: [UInt8] = []
    var factFrameCount: Int64?
    for _ in 0..<Self.mostChunks {
      let head = stream.peek(at: offset, count: 8)
      guard head.count == 8 else { return nil }
      let size = head.littleEndian(at: 4, as: UInt32.self)
      let body = offset + 8
      switch head.fourCharacters(at: 0) {
      case "ds64":
        let sizes = stream.peek(at: body, count: 16)
        guard sizes.count == 16 else { return nil }
        largeDataByteCount = sizes.littleEndian(at: 8, as: Int64.self)
      case "fmt ":
        format = stream.peek(at: body, count: Int(min(size, 40)))
      case "fact":
        let count = stream.peek(at: body, count: 4)
        if count.count == 4 { factFrameCount = Int64(count.littleEndian(at: 0, as: UInt32.self)) }
      case "data":
        guard format.count >= 16 else { return nil }
        dataOffset = body
        let length = stream.length ?? 0
        let hasWrapped =
          length > Int64(UInt32.max) && largeDataByteCount == nil && size < 0xFFFF_0000
          && size > 0 && body + Int64(size) < length
        wrappedEnd = hasWrapped ? body + Int64(size) : nil
        dataByteCount =
          hasWrapped
          ? nil
          : Self.promisedByteCount(size, large: largeDataByteCount, body: body, stream)
        channelCount = format.littleEndian(at: 2, as: UInt16.self)
        sampleRate = format.littleEndian(at: 4, as: UInt32.self)
        blockByteCount = Int64(format.littleEndian(at: 12, as: UInt16.self))
        let tag = format.littleEndian(at: 0, as: UInt16.self)
        let isExtensible = tag == 0xFFFE && format.count >= 26
        formatTag = isExtensible ? format.littleEndian(at: 24, as: UInt16.self) : tag
        framesPerBlock =
          format.count >= 20 && !isExtensible
          ? Int64(format.littleEndian(at: 18, as: UInt16.self)) : 0
        self.factFrameCount = factFrameCount
        undeclaredByteCount = Self.bytesWithoutChunk(
          after: dataByteCount.map { body + $0 }, in: stream)
        return
      default: break
      }
      offset = body + Int64(size) + Int64(size & 1)
    }
    return nil
  }

  /// Refuses a header that describes no possible sound.
  func checkFormat(in source: AudioSource) throws(DecodeError) {
    try AudioLimits.check(
      sampleRate: Int64(sampleRate), channelCount: Int64(channelCount), in: source)
  }

  /// The bytes from the end of the samples on, unless a chunk or nothing starts there.
  private static func bytesWithoutChunk(after end: Int64?, in stream: ByteStream) -> Int64 {
    guard let end, let length = stream.length, length - end > 8 else { return 0 }
    // A chunk of odd length is followed by a byte of padding.
    let startsChunk = [end, end + 1].contains { offset in
      let name = stream.peek(at: offset, count: 4)
      return name.count == 4 && name.allSatisfy { (0x20...0x7E).contains($0) }
    }
    return startsChunk ? 0 : length - end
  }

  private static let mostChunks = 4096

  /// The promised bytes, unless the field holds what writers put there who never came back.
  ///
  /// Live writers leave 0, all ones or about 2 GiB.
  private static func promisedByteCount(
    _ size: UInt32, large: Int64?, body: Int64, _ stream: ByteStream
  ) -> Int64? {
    if size == .max, let large {
      return (1..<FrameCount.byteLimit).contains(large) ? large : nil
    }
    if size == 0 || size >= 0xFFFF_0000 { return nil }
    guard let length = stream.length else { return size >= 0x7FFF_0000 ? nil : Int64(size) }
    let isBeyondEnd = body + Int64(size) > length
    if isBeyondEnd && (0x7FFF_0000...0x7FFF_FFFF).contains(size) { return nil }
    return Int64(size)
  }
}

extension [UInt8] {
  /// The four characters of a chunk name.
  func fourCharacters(at offset: Int) -> String {
    String(decoding: self[offset..<offset + 4], as: Unicode.ASCII.self)
  }

  /// An integer whose lowest byte comes first.
  func littleEndian<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
    (0..<Value.bitWidth / 8).reduce(0) {
      $0 | Value(truncatingIfNeeded: self[offset + $1]) << Value($1 * 8)
    }
  }

  /// An integer whose highest byte comes first.
  func bigEndian<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
    littleEndian(at: offset, as: type).byteSwapped
  }
}
