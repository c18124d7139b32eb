/// Where a CAF or Wave64 file says that its samples end, which FFmpeg does not hand on.
struct SampleChunk {
  /// The first byte after the samples.
  let end: Int64

  /// Finds the chunk; nil for other files, and where the writer left the size open.
  init?(of stream: ByteStream) {
    let start = stream.peek(at: 0, count: 4)
    guard start.count == 4, let length = stream.length else { return nil }
    let found: Int64? =
      switch start.fourCharacters(at: 0) {
      case "caff": Self.endInCAF(stream, length)
      case "riff": Self.endInWave64(stream, length)
      default: nil
      }
    guard let found else { return nil }
    end = found
  }

  private static let mostChunks = 4096

  /// CAF: file header of 8 bytes; chunks of a name and a 64-bit size, highest byte first.
  private static func endInCAF(_ stream: ByteStream, _ length: Int64) -> Int64? {
    var offset: Int64 = 8
    for _ in 0..<mostChunks where offset < length {
      let head = stream.peek(at: offset, count: 12)
      guard head.count == 12 else { return nil }
      let size = head.bigEndian(at: 4, as: Int64.self)
      guard size >= 0, size < Int64.max / 2 else { return nil }
      offset += 12 + size
      if head.fourCharacters(at: 0) == "data" { return offset }
    }
    return nil
  }

  /// Wave64: chunks of a 16-byte name and a 64-bit size that counts both, aligned to 8 bytes.
  private static func endInWave64(_ stream: ByteStream, _ length: Int64) -> Int64? {
    var offset: Int64 = 40
    for _ in 0..<mostChunks where offset < length {
      let head = stream.peek(at: offset, count: 24)
      guard head.count == 24 else { return nil }
      let size = head.littleEndian(at: 16, as: Int64.self)
      guard size >= 24, size < Int64.max / 2 else { return nil }
      if head.fourCharacters(at: 0) == "data" { return offset + size }
      offset += (size + 7) & ~7
    }
    return nil
  }
}
