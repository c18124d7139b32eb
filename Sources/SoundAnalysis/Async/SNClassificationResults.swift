/// The results of a request, one after the other, for `for try await`. Ours.
///
/// One task awaits them, once. When that task is cancelled or leaves the loop, the work ends too.
public struct SNClassificationResults: AsyncSequence, Sendable {
  /// One result a window, in order of time.
  public typealias Element = SNClassificationResult

  /// Ends the work when nobody awaits results any more.
  final class Subscription: Sendable {
    let queue: ResultQueue
    private let begin: @Sendable (ResultQueue) -> Void

    /// Prepares to await results.
    ///
    /// - Parameter begin: starts the work, when the first result is awaited.
    init(queue: ResultQueue, begin: @escaping @Sendable (ResultQueue) -> Void = { _ in }) {
      self.queue = queue
      self.begin = begin
    }

    deinit { queue.cancel() }

    func start() { begin(queue) }
  }

  let subscription: Subscription

  /// Awaits the results from the first one.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Awaits one result after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription
    private var hasStarted = false

    fileprivate init(subscription: Subscription) {
      self.subscription = subscription
    }

    /// Waits for the next result; nil after the last.
    ///
    /// - Throws: what ended the analysis early, or `CancellationError` in a task that is cancelled.
    public mutating func next() async throws -> SNClassificationResult? {
      if !hasStarted {
        hasStarted = true
        subscription.start()
      }
      return try await subscription.queue.next()
    }
  }
}

@available(*, unavailable)
extension SNClassificationResults.Iterator: Sendable {}
