import Testing

@testable import AVFAudio

/// What is taken for an address, and how it is shown.
struct AudioAddressTests {
  @Test(arguments: [
    "http://host/a.mp3", "https://host:8443/x?y=1", "rtsp://10.0.0.7/stream", "RTSP://HOST/x",
    "tcp://[::1]:5000", "udp://239.0.0.1:1234",
  ])
  func addressesOfLiveSoundAreTaken(text: String) {
    #expect(AudioAddress(text)?.text == text)
  }

  @Test(arguments: [
    "file:///etc/passwd", "concat:a|b", "pipe:0", "data://text", "http:/host", "a.wav", "",
    "://x", "http://a b", "http://a\n", "subfile,,start,0,end,9,,:/x", "crypto+http://x", "-",
  ])
  func everythingElseIsRefused(text: String) {
    #expect(AudioAddress(text) == nil)
  }

  @Test(arguments: [
    ("rtsp://user:secret@cam/1", "rtsp://user:***@cam/1"),
    ("rtsp://user:p@ss:w@cam:554/1", "rtsp://user:***@cam:554/1"),
    ("http://user@cam/1", "http://user@cam/1"), ("http://cam:80/a:b@c", "http://cam:80/a:b@c"),
  ])
  func aPasswordIsNotShown(text: String, shown: String) {
    #expect(AudioAddress(text)?.displayText == shown)
  }
}
