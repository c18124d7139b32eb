/// The Xing or Info tag in the first frame of an MP3 file: how long the encoder said it is.
///
/// Layout: MPEG header (4 bytes), side information (9 to 32), "Xing" or "Info", flags (4); then, as
/// the flags tell, the number of frames (4), of bytes (4), a table (100) and a quality (4); then
/// the LAME part: a name (9), twelve bytes, and twice 12 bits for delay and padding.
struct XingHeader {
  /// Where the first frame starts, in bytes from the start of the file.
  let firstFrameOffset: Int64

  /// The bytes of all MPEG frames, this one included; nil if the tag does not say.
  let byteCount: Int64?

  /// The samples of all MPEG frames; nil if the tag does not say.
  let codedSampleCount: Int64?

  /// The samples that the encoder put before and after the sound; nil without a LAME part.
  let padding: (before: Int64, after: Int64)?

  /// The samples that a decoder delays the sound by, which the padding after makes up for.
  private static let decoderDelay: Int64 = 529

  /// Where the last MPEG frame ends; nil if the tag does not say.
  var declaredEnd: Int64? { byteCount.map { firstFrameOffset + $0 } }

  /// The samples of the sound itself; nil if the tag does not say.
  var soundSampleCount: Int64? {
    guard let codedSampleCount else { return nil }
    guard let padding else { return codedSampleCount }
    let count = codedSampleCount - padding.before - padding.after
    return count > 0 ? count : nil
  }

  /// The samples after the sound that a decoder gives and nobody recorded.
  var trailingSampleCount: Int64 { max(0, (padding?.after ?? 0) - Self.decoderDelay) }

  /// Reads the tag; nil if the first frame after the ID3 tag has none.
  init?(of stream: ByteStream) {
    let start = ID3Tag.byteCount(in: stream)
    let bytes = stream.peek(at: start, count: 192)
    guard bytes.count == 192, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2 else { return nil }
    let isVersion1 = bytes[1] & 0x18 == 0x18
    let isMono = bytes[3] & 0xC0 == 0xC0
    let tag = 4 + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    guard ["Xing", "Info"].contains(bytes.fourCharacters(at: tag)) else { return nil }
    let flags = bytes.bigEndian(at: tag + 4, as: UInt32.self)
    var offset = tag + 8
    func take(_ bit: UInt32, _ length: Int) -> Int64? {
      guard flags & 1 << bit != 0 else { return nil }
      defer { offset += length }
      let value = Int64(bytes.bigEndian(at: offset, as: UInt32.self))
      return value > 0 ? value : nil
    }
    firstFrameOffset = start
    codedSampleCount = take(0, 4).map { $0 * (isVersion1 ? 1152 : 576) }
    byteCount = take(1, 4)
    _ = take(2, 100)
    _ = take(3, 4)
    let hasName = ["LAME", "Lavf", "Lavc", "GOGO"].contains(bytes.fourCharacters(at: offset))
    let field = bytes[offset + 21..<offset + 24].map { Int64($0) }
    padding = hasName ? (field[0] << 4 | field[1] >> 4, (field[1] & 15) << 8 | field[2]) : nil
  }
}

/// The ID3v2 tag that may stand before the audio.
enum ID3Tag {
  /// The bytes of the tag at the start of the stream; 0 without one.
  ///
  /// The size is four bytes of seven bits; a footer adds ten bytes.
  static func byteCount(in stream: ByteStream) -> Int64 {
    let head = stream.peek(at: 0, count: 10)
    guard head.count == 10, head[0...2] == [0x49, 0x44, 0x33],
      head[6...9].allSatisfy({ $0 < 0x80 })
    else { return 0 }
    let body = head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
    return 10 + body + (head[5] & 0x10 != 0 ? 10 : 0)
  }
}
