import Testing

@testable import SoundServer

@Suite struct RouterTests {
  private let router = Router([
    Route(method: "GET", path: "/jobs/{id}", parameters: ["top"]) { _ in Response(status: 200) },
    Route(method: "DELETE", path: "/jobs/{id}") { _ in Response(status: 204) },
    Route(method: "GET", path: "/") { _ in Response(status: 200) },
  ])

  private func head(_ method: String, _ path: String, _ query: String = "") -> RequestHead {
    RequestHead(method: method, path: path, query: query, headers: [:], peer: "127.0.0.1")
  }

  private func status(_ method: String, _ path: String, _ query: String = "") -> Int {
    do throws(Problem) {
      _ = try router.match(head(method, path, query))
      return 200
    } catch {
      return error.status
    }
  }

  @Test(arguments: [
    ("GET", "/jobs/abc", "", 200), ("HEAD", "/jobs/abc", "", 200), ("GET", "/", "", 200),
    ("GET", "/jobs/abc", "top=3", 200), ("GET", "/jobs/abc", "tpo=3", 400),
    ("GET", "/jobs", "", 404), ("GET", "/jobs/a/b", "", 404), ("PUT", "/jobs/abc", "", 405),
    ("GET", "/jobs/%FF", "", 400), ("GET", "/jobs/%00", "", 400),
    ("GET", "/../etc/passwd", "", 404),
  ])
  func findsRoutes(method: String, path: String, query: String, status: Int) {
    #expect(self.status(method, path, query) == status)
  }

  @Test func decodesOpenPartsOnce() throws {
    #expect(try router.match(head("GET", "/jobs/a%2Fb%2520")).parameters == ["id": "a/b%20"])
  }

  @Test func namesTheMethodsThatFit() throws {
    let problem = try #require(throws: Problem.self) {
      try self.router.match(self.head("PATCH", "/jobs/a"))
    }
    #expect(problem.headers["Allow"] == "DELETE, GET, HEAD")
  }
}
