/// Whether an Ogg file ends where its writer ended it.
///
/// A page is "OggS", a version, flags, a position (8), a stream's number (4), a page number (4), a
/// checksum (4), a count of segments and their lengths, and the segments. The last page of a
/// stream has the flag 4.
struct OggEnd {
  /// Whether the last page is whole and is marked as the last of its stream.
  let isMarked: Bool

  /// The most bytes of a page.
  private static let mostPageBytes = 27 + 255 + 255 * 255

  /// Looks at the last page; nil for a pipe, and where no page is found near the end.
  init?(of stream: ByteStream) {
    guard let length = stream.length else { return nil }
    let start = max(0, length - Int64(2 * Self.mostPageBytes))
    let bytes = stream.peek(at: start, count: Int(length - start))
    var offset = 0
    var last: (flags: UInt8, end: Int)?
    while let page = Self.page(in: bytes, from: offset) {
      last = page.length.map { (page.flags, page.start + $0) } ?? (page.flags, Int.max)
      offset = page.length.map { page.start + max(1, $0) } ?? bytes.count
    }
    guard let last else { return nil }
    isMarked = last.flags & 4 != 0 && last.end <= bytes.count
  }

  /// The next page from an offset on; its length is nil where it is cut off.
  private static func page(
    in bytes: [UInt8], from offset: Int
  ) -> (start: Int, flags: UInt8, length: Int?)? {
    var start = offset
    while start + 4 <= bytes.count {
      if bytes[start] == 0x4F, bytes[start + 1] == 0x67, bytes[start + 2] == 0x67,
        bytes[start + 3] == 0x53
      {
        break
      }
      start += 1
    }
    guard start + 4 <= bytes.count else { return nil }
    guard start + 27 <= bytes.count else { return (start, 0, nil) }
    let flags = bytes[start + 5]
    let table = start + 27..<start + 27 + Int(bytes[start + 26])
    guard table.upperBound <= bytes.count else { return (start, flags, nil) }
    let body = bytes[table].reduce(0) { $0 + Int($1) }
    return (start, flags, table.upperBound - start + body)
  }
}
