import Synchronization

/// Lets each client ask a number of times a second, with some in stock.
final class RateLimiter: Sendable {
  private struct Bucket {
    var stock: Double
    var filled: ContinuousClock.Instant
  }

  private static let mostClients = 10_000

  private let perSecond: Double
  private let stock: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - perSecond: requests that a client gets back each second.
  ///   - stock: requests that a client may make at once.
  init(perSecond: Double, stock: Double) {
    self.perSecond = perSecond
    self.stock = stock
  }

  /// Takes one request from a client's stock.
  ///
  /// - Throws: 429 with the seconds to wait.
  func take(_ client: String, now: ContinuousClock.Instant = .now) throws(Problem) {
    let wait = buckets.withLock { buckets -> Double in
      // Clients that have been quiet for long have a full stock again and need no bucket.
      if buckets.count >= Self.mostClients {
        let fullAfter = stock / perSecond
        buckets = buckets.filter { (now - $0.value.filled) / .seconds(1) < fullAfter }
        if buckets.count >= Self.mostClients { buckets.removeAll() }
      }
      var bucket = buckets[client] ?? Bucket(stock: stock, filled: now)
      let passed = (now - bucket.filled) / .seconds(1)
      bucket.stock = min(stock, bucket.stock + passed * perSecond)
      bucket.filled = now
      defer { buckets[client] = bucket }
      guard bucket.stock >= 1 else { return (1 - bucket.stock) / perSecond }
      bucket.stock -= 1
      return 0
    }
    if wait > 0 { throw .tooManyRequests(seconds: max(1, Int(wait.rounded(.up)))) }
  }
}
