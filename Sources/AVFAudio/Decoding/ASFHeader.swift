/// How long a Windows Media file says that it is.
///
/// Objects are a 16-byte name, a 64-bit size that counts both, and content, lowest byte first. The
/// header object holds further objects after 6 bytes; one of them describes the file.
struct ASFHeader {
  /// The bytes of the whole file.
  let fileByteCount: Int64

  private static let headerName: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  private static let filePropertiesName: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  private static let mostObjects = 256

  /// Reads the header; nil for a pipe, for other files, and where a live writer left the size open.
  init?(of stream: ByteStream) {
    guard stream.isSeekable else { return nil }
    let head = stream.peek(at: 0, count: 30)
    guard head.count == 30, Array(head[0..<16]) == Self.headerName else { return nil }
    let headerEnd = head.littleEndian(at: 16, as: Int64.self)
    var offset: Int64 = 30
    for _ in 0..<Self.mostObjects where offset < headerEnd {
      // Name 16, size 8, file identifier 16, file size 8, date 8, packets 8, durations 24, flags 4.
      let object = stream.peek(at: offset, count: 92)
      guard object.count >= 24 else { return nil }
      let size = object.littleEndian(at: 16, as: Int64.self)
      if Array(object[0..<16]) == Self.filePropertiesName {
        guard object.count == 92 else { return nil }
        let count = object.littleEndian(at: 40, as: Int64.self)
        let isLive = object.littleEndian(at: 88, as: UInt32.self) & 1 != 0
        guard !isLive, (1..<FrameCount.byteLimit).contains(count) else { return nil }
        fileByteCount = count
        return
      }
      guard size >= 24, size < FrameCount.byteLimit else { return nil }
      offset += size
    }
    return nil
  }
}
