import Testing

@testable import SoundServer

@Suite struct HostPolicyTests {
  private func status(_ policy: HostPolicy, _ headers: [String: String], method: String = "POST")
    -> Int
  {
    do throws(Problem) {
      try policy.check(
        RequestHead(method: method, path: "/", query: "", headers: headers, peer: "127.0.0.1"))
      return 200
    } catch {
      return error.status
    }
  }

  @Test(arguments: [
    ("localhost:8080", 200), ("LOCALHOST", 200), ("127.0.0.1:1", 200), ("[::1]:8080", 200),
    ("evil.example:8080", 421), ("localhost.evil.example", 421), ("192.168.1.5:8080", 421),
    ("", 421), ("[::1", 421), ("localhost:80:80", 421), ("sound.local", 200),
  ])
  func answersToItsOwnNamesOnly(host: String, expected: Int) {
    let policy = HostPolicy(isLoopback: true, names: ["Sound.local"])
    #expect(status(policy, ["host": host]) == expected)
  }

  @Test(arguments: [
    ("192.168.1.5:8080", 200), ("[fe80::1]:8080", 200), ("300.1.1.1", 421),
    ("rebound.example", 421),
  ])
  func answersToAddressesBeyondLoopback(host: String, expected: Int) {
    #expect(status(HostPolicy(isLoopback: false, names: []), ["host": host]) == expected)
  }

  /// What is taken as a further name is answered to, and nothing else could be.
  @Test(arguments: [
    ("sounds.example", true), ("Sounds", true), ("my_box-2.local", true), ("10.0.0.7", true),
    ("[fe80::1]", true), ("", false), ("http://x", false), ("x:8080", false), ("x/y", false),
    ("fe80::1", false), ("[x]", false), ("[1.2.3.4]", false), ("two words", false),
    ("bücher.example", false), ("*.example", false),
  ])
  func aFurtherNameIsOneThatARequestCanHave(name: String, expected: Bool) {
    #expect(ServeOptions.isHost(name) == expected)
    guard expected else { return }
    let policy = HostPolicy(isLoopback: true, names: [name])
    #expect(status(policy, ["host": "\(name):8080"]) == 200)
  }

  @Test func answersNobodyWithoutHost() {
    #expect(status(HostPolicy(isLoopback: true, names: []), [:]) == 421)
  }

  @Test(arguments: [
    ("http://localhost:8080", 200), ("https://localhost:8080", 200), ("http://localhost:9090", 403),
    ("http://evil.example", 403), ("null", 403), ("file://", 403),
  ])
  func answersItsOwnPagesOnly(origin: String, expected: Int) {
    let policy = HostPolicy(isLoopback: true, names: [])
    #expect(status(policy, ["host": "localhost:8080", "origin": origin]) == expected)
  }

  @Test(arguments: [
    ("same-origin", "cors", "GET", 200), ("none", "navigate", "GET", 200),
    ("cross-site", "no-cors", "GET", 403), ("same-site", "cors", "GET", 403),
    ("cross-site", "navigate", "GET", 200), ("cross-site", "navigate", "POST", 403),
  ])
  func refusesWhatOtherSitesStart(site: String, mode: String, method: String, expected: Int) {
    let headers = ["host": "localhost", "sec-fetch-site": site, "sec-fetch-mode": mode]
    #expect(status(HostPolicy(isLoopback: true, names: []), headers, method: method) == expected)
  }
}
