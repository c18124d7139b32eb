import Testing

@testable import SoundServer

@Suite struct RateLimiterTests {
  @Test func givesAStockThenARate() throws {
    let limiter = RateLimiter(perSecond: 2, stock: 3)
    let start = ContinuousClock.now
    for _ in 0..<3 { try limiter.take("a", now: start) }
    let problem = try #require(throws: Problem.self) { try limiter.take("a", now: start) }
    #expect(problem.status == 429)
    #expect(problem.headers["Retry-After"] == "1")
    try limiter.take("a", now: start + .milliseconds(500))
    #expect(throws: Problem.self) { try limiter.take("a", now: start + .milliseconds(600)) }
    // However long a client waits, it never gets more than the stock.
    for _ in 0..<3 { try limiter.take("a", now: start + .seconds(1000)) }
    #expect(throws: Problem.self) { try limiter.take("a", now: start + .seconds(1000)) }
  }

  @Test func countsClientsApart() throws {
    let limiter = RateLimiter(perSecond: 1, stock: 1)
    let now = ContinuousClock.now
    try limiter.take("a", now: now)
    try limiter.take("b", now: now)
    #expect(throws: Problem.self) { try limiter.take("a", now: now) }
  }

  @Test func forgetsQuietClients() throws {
    let limiter = RateLimiter(perSecond: 1, stock: 1)
    let now = ContinuousClock.now
    for client in 0..<25_000 { try limiter.take("client \(client)", now: now) }
    try limiter.take("client 1", now: now + .seconds(5))
  }
}
