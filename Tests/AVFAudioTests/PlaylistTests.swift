import AVFAudio
import Testing

/// Lists of files hold no sound, and say so.
struct PlaylistTests {
  @Test(arguments: [
    "[playlist]\nFile1=a.mp3\nNumberOfEntries=1\n",
    "#EXTM3U\n#EXTINF:123,Song\nsong.mp3\n",
    "\u{FEFF}#EXTM3U\r\nsong.mp3\r\n",
    "music/one.mp3\nmusic/two.OGG\n",
    "# mine\nhttp://example.org/stream\n",
    "<asx version=\"3.0\"><entry><ref href=\"a.wma\"/></entry></asx>\n",
    "<?xml version=\"1.0\"?>\n<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"></playlist>",
    "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST\n",
  ])
  func aListIsRefusedWithAHint(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "list.m3u")
    let error = #expect(throws: DecodeError.self) { _ = try AudioDecoder(.file(path: path)) }
    #expect(error?.reason == .playlist)
    #expect(error?.description.hasPrefix("\(path): a playlist, not audio: found a list") == true)
    #expect(error?.hint == "give the files that it names")
  }

  @Test(arguments: ["Notes on song.mp3, which I like.\nAnd more.\n", "\n\n", "song.mp3 is good\n"])
  func otherTextIsNoList(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "text.m3u")
    let error = #expect(throws: DecodeError.self) { _ = try AudioDecoder(.file(path: path)) }
    #expect(error?.reason == .notAudio)
  }
}
