import Testing

@testable import SoundServer

@Suite struct AccessTokenTests {
  private let token = AccessToken("secret-token")

  private func shows(_ headers: [String: String]) -> Bool {
    token.isShown(
      by: RequestHead(method: "GET", path: "/", query: "", headers: headers, peer: "10.0.0.1"))
  }

  @Test(arguments: ["", "secret", "secret-tokeN", "secret-token ", "secret-tokensecret-token", "S"])
  func refusesOtherTexts(text: String) {
    #expect(!token.matches(text))
    #expect(!shows(["authorization": "Bearer \(text)"]))
    #expect(!shows(["cookie": "soundanalysis_token=\(text)x"]))
  }

  @Test func takesItAsBearerOrCookie() {
    #expect(shows(["authorization": "bearer secret-token"]))
    #expect(shows(["cookie": "a=b; soundanalysis_token=secret-token; c=d"]))
  }

  @Test func takesNothingElse() {
    #expect(!shows([:]))
    #expect(!shows(["authorization": "Basic secret-token"]))
    #expect(!shows(["authorization": "secret-token"]))
    #expect(!shows(["cookie": "other=secret-token"]))
    // A wrong bearer token is not saved by a cookie.
    #expect(!shows(["authorization": "Bearer no", "cookie": "soundanalysis_token=secret-token"]))
  }

  @Test func keepsTheCookieFromScriptsAndOtherSites() {
    let cookie = token.cookie("secret-token")
    #expect(cookie.contains("HttpOnly"))
    #expect(cookie.contains("SameSite=Strict"))
  }
}
