/// Where a Matroska or WebM file says that its one segment ends.
///
/// An element is an identifier and a size, each a number whose first byte tells its length by its
/// leading zero bits, then content. A size of all ones is unknown, as live writers leave it.
struct MatroskaSegment {
  /// The first byte after the segment.
  let end: Int64

  private static let headerIdentifier: Int64 = 0x1A45_DFA3
  private static let segmentIdentifier: Int64 = 0x1853_8067

  /// The elements before the segment: its header, and perhaps some void.
  private static let mostElements = 16

  /// Finds the segment; nil for a pipe, for other files, and where its size is unknown.
  init?(of stream: ByteStream) {
    guard stream.isSeekable else { return nil }
    var offset: Int64 = 0
    for place in 0..<Self.mostElements {
      let head = stream.peek(at: offset, count: 12)
      guard let identifier = Self.number(in: head, at: 0, keepsMarker: true),
        let size = Self.number(in: head, at: identifier.length, keepsMarker: false)
      else { return nil }
      if place == 0, identifier.value != Self.headerIdentifier { return nil }
      let isUnknown = size.value == (1 << (7 * size.length)) - 1
      guard !isUnknown, size.value < FrameCount.byteLimit else { return nil }
      offset += Int64(identifier.length + size.length) + size.value
      if identifier.value == Self.segmentIdentifier {
        end = offset
        return
      }
    }
    return nil
  }

  private static func number(
    in bytes: [UInt8], at start: Int, keepsMarker: Bool
  ) -> (value: Int64, length: Int)? {
    guard start < bytes.count else { return nil }
    let length = bytes[start].leadingZeroBitCount + 1
    guard length <= (keepsMarker ? 4 : 8), start + length <= bytes.count else { return nil }
    let first = Int64(bytes[start]) & (keepsMarker ? 0xFF : 0xFF >> length)
    let value = bytes[(start + 1)..<(start + length)].reduce(first) { $0 << 8 | Int64($1) }
    return (value, length)
  }
}
