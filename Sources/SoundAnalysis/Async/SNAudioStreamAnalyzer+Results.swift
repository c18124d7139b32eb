extension SNAudioStreamAnalyzer {
  /// The results that a stream gives for a request, from the next buffer on. Ours.
  ///
  /// They end with `completeAnalysis`, and where the request is removed. Results wait in memory for
  /// the task that awaits them, however many. When that task is cancelled or leaves its loop, the
  /// request is removed.
  ///
  /// - Parameter request: one that was not added to this analyzer.
  /// - Throws: what `add` throws.
  /// - Returns: the results; awaiting them throws what an observer would be told as a failure.
  public func results(of request: SNClassifySoundRequest) throws -> SNClassificationResults {
    let queue = ResultQueue(limit: .max, endsWithRequest: true)
    try add(request, withObserver: queue)
    queue.onCancel { [weak self] in self?.remove(request) }
    return SNClassificationResults(
      subscription: SNClassificationResults.Subscription(queue: queue))
  }
}
