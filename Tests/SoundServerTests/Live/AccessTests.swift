import Foundation
import TestSupport
import Testing

@testable import SoundServer

/// Who is let in, and what every answer says to browsers.
@Suite struct AccessTests {
  @Test func aTokenIsNeededWhereThereIsOne() throws {
    let server = try LiveServer { $0.token = "let-me-in" }
    #expect(try server.ask("GET", "/api/v1/labels").status == 401)
    #expect(
      try server.ask("GET", "/api/v1/labels", ["Authorization": "Bearer wrong"]).status == 401)
    #expect(
      try server.ask("GET", "/api/v1/labels", ["Authorization": "Bearer let-me-in"]).status == 200)
    #expect(try server.ask("GET", "/metrics").status == 401)
    // The page holds no secret, and health is for monitors.
    #expect(try server.ask("GET", "/").status == 200)
    #expect(try server.ask("GET", "/api/v1/health").status == 200)
  }

  @Test func aTokenBecomesACookie() throws {
    let server = try LiveServer { $0.token = "let-me-in" }
    let type = ["Content-Type": "application/json"]
    let wrong = try server.ask(
      "POST", "/api/v1/session", type, body: Data(#"{"token": "no"}"#.utf8))
    #expect(wrong.status == 401)
    let right = try server.ask(
      "POST", "/api/v1/session", type, body: Data(#"{"token": "let-me-in"}"#.utf8))
    #expect(right.status == 204)
    let cookie = try #require(right.headers["set-cookie"])
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(try server.ask("GET", "/api/v1/labels", ["Cookie": pair]).status == 200)
  }

  @Test func anUploadWithoutTokenIsNotEvenRead() throws {
    let server = try LiveServer { $0.token = "let-me-in" }
    let client = try Client(port: server.address.port)
    client.send(server.request("POST", "/api/v1/jobs", ["Content-Length": "500000000"]))
    #expect(try client.receive().status == 401)
  }

  @Test func aServerBeyondLoopbackMakesAToken() throws {
    let server = try LiveServer { $0.host = "0.0.0.0" }
    let token = try #require(server.address.token)
    #expect(token.count == 26)
    #expect(server.address.url.hasSuffix("#token=\(token)"))
    #expect(try server.ask("GET", "/api/v1/labels").status == 401)
    #expect(
      try server.ask("GET", "/api/v1/labels", ["Authorization": "Bearer \(token)"]).status == 200)
  }

  @Test func foreignNamesAndPagesAreRefused() throws {
    let server = try LiveServer()
    #expect(try server.ask("GET", "/api/v1/labels", ["Host": "rebound.example"]).status == 421)
    #expect(try server.ask("GET", "/", ["Host": "rebound.example"]).status == 421)
    #expect(try server.ask("POST", "/api/v1/jobs", ["Origin": "http://evil.example"]).status == 403)
    #expect(try server.ask("GET", "/api/v1/labels", ["Sec-Fetch-Site": "cross-site"]).status == 403)
  }

  @Test(arguments: ["/", "/main.js", "/api/v1/health", "/nothing", "/api/v1/jobs/none"])
  func everyAnswerKeepsBrowsersStrict(path: String) throws {
    let answer = try LiveServer().ask("GET", path)
    let policy = try #require(answer.headers["content-security-policy"])
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.headers["x-content-type-options"] == "nosniff")
    #expect(answer.headers["referrer-policy"] == "no-referrer")
    #expect(answer.headers["access-control-allow-origin"] == nil)
  }

  @Test func thePageIsServedWithTagsAndTypes() throws {
    let server = try LiveServer()
    let page = try server.ask("GET", "/")
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("No Sound Classified"))
    #expect(
      try server.ask("GET", "/main.js").headers["content-type"] == "text/javascript; charset=utf-8")
    let tag = try #require(page.headers["etag"])
    let again = try server.ask("GET", "/", ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
  }

  @Test func temporaryFilesVanishWithTheServer() throws {
    let parent: URL
    let folder: TemporaryFolder
    do {
      let server = try LiveServer(engine: WaveEngine(delay: 0.05))
      parent = server.parent
      folder = server.folder
      _ = try server.ask("POST", "/api/v1/jobs?window=0.5", body: JobTests.recording)
      #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).count == 2)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).isEmpty)
    _ = folder
  }
}
