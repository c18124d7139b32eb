import Testing

@testable import SoundServer

@Suite struct MediaTypeTests {
  private let offered = ["application/json", "text/csv", "text/plain"]

  @Test(
    arguments: [
      (nil, "application/json"),
      ("", "application/json"),
      ("*/*", "application/json"),
      ("text/csv", "text/csv"),
      ("TEXT/CSV; charset=utf-8", "text/csv"),
      ("text/*", "text/csv"),
      ("text/*;q=0.9, text/plain", "text/plain"),
      ("application/json;q=0.1, */*;q=0.5", "text/csv"),
      ("text/html, application/xhtml+xml, */*;q=0.8", "application/json"),
      ("text/csv;q=0, text/*", "text/plain"),
      ("image/png", nil),
      ("application/json;q=0", nil),
    ] as [(String?, String?)])
  func choosesWhatTheClientLikesBest(accept: String?, type: String?) {
    #expect(MediaType.choose(accept: accept, offered: offered).map { offered[$0] } == type)
  }

  @Test func readsParametersInQuotesAndWithout() {
    #expect(MediaType.parameter("boundary", of: "multipart/form-data; boundary=\"a b\"") == "a b")
    #expect(MediaType.parameter("boundary", of: "multipart/form-data; x=1; Boundary=abc") == "abc")
    #expect(MediaType.parameter("boundary", of: "multipart/form-data") == nil)
  }
}
