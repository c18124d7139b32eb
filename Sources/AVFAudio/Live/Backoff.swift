/// How long to wait before the next attempt: twice as long each time, up to a longest wait.
struct Backoff {
  /// The first wait.
  static let first: Duration = .milliseconds(500)

  /// The longest.
  static let longest: Duration = .seconds(30)

  private var wait = Backoff.first

  /// The wait before the next attempt.
  mutating func next() -> Duration {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }

  /// Begins anew, after an attempt that brought something.
  mutating func reset() { wait = Self.first }
}
