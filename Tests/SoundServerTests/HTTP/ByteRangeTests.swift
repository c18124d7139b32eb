import Testing

@testable import SoundServer

@Suite struct ByteRangeTests {
  // Examples of RFC 9110, section 14.1.2, over 10 000 bytes, and what clients make of them.
  @Test(arguments: [
    ("bytes=0-499", ByteRange.Wish.part(0..<500)),
    ("bytes=500-999", .part(500..<1000)),
    ("bytes=-500", .part(9500..<10_000)),
    ("bytes=9500-", .part(9500..<10_000)),
    ("Bytes=0-0", .part(0..<1)),
    ("bytes=9999-9999", .part(9999..<10_000)),
    ("bytes=0-99999999999999999999", .part(0..<10_000)),
    ("bytes=-20000", .part(0..<10_000)),
    ("bytes=10000-", .outside),
    ("bytes=99999999999999999999-", .outside),
    ("bytes=-0", .outside),
    ("bytes=5-2", .whole),
    ("bytes=-", .whole),
    ("bytes=a-b", .whole),
    ("bytes=0-0,5-9", .whole),
    ("bytes=+1-5", .whole),
    ("lines=0-5", .whole),
  ])
  func followsTheRFC(field: String, wish: ByteRange.Wish) {
    #expect(ByteRange.parse(field, length: 10_000) == wish)
  }

  @Test func noFieldMeansEverything() {
    #expect(ByteRange.parse(nil, length: 10) == .whole)
  }

  @Test func anEmptyFileHasNoRange() {
    #expect(ByteRange.parse("bytes=0-", length: 0) == .outside)
    #expect(ByteRange.parse("bytes=-5", length: 0) == .outside)
  }
}
