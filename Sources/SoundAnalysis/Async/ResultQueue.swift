import Foundation

/// Results on their way from an analysis to a task that awaits them.
///
/// A producer that is ahead by the limit waits, which holds the analysis back.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked.
final class ResultQueue: NSObject, SNResultsObserving, @unchecked Sendable {
  private struct State {
    var results: [SNClassificationResult] = []
    var failure: (any Error)?
    var hasEnded = false
    var isCancelled = false
    var waiter: CheckedContinuation<SNClassificationResult?, any Error>?
    var stopWork: (@Sendable () -> Void)?
  }

  private let limit: Int
  private let endsWithRequest: Bool
  private let condition = NSCondition()
  private var state = State()

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - limit: the results that may wait; `Int.max` for any number.
  ///   - endsWithRequest: whether results end when the request does; else only `finish` ends them.
  init(limit: Int, endsWithRequest: Bool) {
    self.limit = limit
    self.endsWithRequest = endsWithRequest
  }

  private func withState<R>(_ body: (inout State) -> R) -> R {
    condition.lock()
    defer { condition.unlock() }
    return body(&state)
  }

  /// Says how to end the work when the task is cancelled or awaits no more.
  func onCancel(_ stopWork: @escaping @Sendable () -> Void) {
    let isLate = withState { state in
      state.stopWork = stopWork
      return state.isCancelled
    }
    if isLate { stopWork() }
  }

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult else { return }
    condition.lock()
    while state.results.count >= limit, !state.isCancelled, !state.hasEnded { condition.wait() }
    guard !state.isCancelled, !state.hasEnded, state.failure == nil else {
      return condition.unlock()
    }
    let waiter = state.waiter.take()
    if waiter == nil { state.results.append(result) }
    condition.unlock()
    waiter?.resume(returning: result)
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    if endsWithRequest { return finish(throwing: error) }
    let stopWork = withState { state in
      state.failure = state.failure ?? error
      return state.stopWork.take()
    }
    stopWork?()
  }

  func requestDidComplete(_ request: any SNRequest) { requestDidEnd() }

  /// Ends the results with the request, be it complete or removed.
  func requestDidEnd() {
    if endsWithRequest { finish() }
  }

  /// Ends the results after those that wait; the first end and the first failure count.
  func finish(throwing failure: (any Error)? = nil) {
    let (waiter, failure) = withState {
      state -> (CheckedContinuation<SNClassificationResult?, any Error>?, (any Error)?) in
      guard !state.hasEnded, !state.isCancelled else { return (nil, nil) }
      state.hasEnded = true
      state.failure = state.failure ?? failure
      condition.broadcast()
      guard let waiter = state.waiter.take() else { return (nil, nil) }
      return (waiter, state.failure.take())
    }
    if let failure { waiter?.resume(throwing: failure) } else { waiter?.resume(returning: nil) }
  }

  /// Ends the results and the work; what waits is dropped.
  func cancel() {
    let (waiter, stopWork) = withState { state in
      let isFirst = !state.isCancelled
      state.isCancelled = true
      state.results.removeAll()
      condition.broadcast()
      return (state.waiter.take(), isFirst ? state.stopWork.take() : nil)
    }
    waiter?.resume(throwing: CancellationError())
    stopWork?()
  }

  /// Waits for the next result; nil after the last.
  ///
  /// - Throws: what ended the analysis early, or `CancellationError` in a task that is cancelled.
  func next() async throws -> SNClassificationResult? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in take(continuation) }
    } onCancel: {
      cancel()
    }
  }

  private func take(_ continuation: CheckedContinuation<SNClassificationResult?, any Error>) {
    condition.lock()
    if state.isCancelled {
      condition.unlock()
      continuation.resume(throwing: CancellationError())
    } else if !state.results.isEmpty {
      let result = state.results.removeFirst()
      condition.broadcast()
      condition.unlock()
      continuation.resume(returning: result)
    } else if state.hasEnded {
      let failure = state.failure.take()
      condition.unlock()
      if let failure {
        continuation.resume(throwing: failure)
      } else {
        continuation.resume(returning: nil)
      }
    } else {
      precondition(state.waiter == nil, "One task at a time awaits the results.")
      state.waiter = continuation
      condition.unlock()
    }
  }
}
