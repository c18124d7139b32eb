extension SNAudioFileAnalyzer {
  /// The results that a file gives for a request, while the file is analysed. Ours.
  ///
  /// The analysis begins when the first result is awaited, and goes on no further than a few
  /// results ahead. Other requests of this analyzer take part in it.
  ///
  /// - Parameter request: one that was not added to this analyzer.
  /// - Returns: the results; awaiting them throws what `add` throws, what an observer would be told
  ///   as a failure, and `CancellationError` where the analysis was cancelled.
  public func results(of request: SNClassifySoundRequest) -> SNClassificationResults {
    let queue = ResultQueue(limit: Self.resultLimit, endsWithRequest: false)
    let subscription = SNClassificationResults.Subscription(queue: queue) { [self] queue in
      do {
        try add(request, withObserver: queue)
      } catch {
        return queue.finish(throwing: error)
      }
      queue.onCancel { [self] in
        cancelAnalysis()
        remove(request)
      }
      analyze { [self] reachedEnd in
        remove(request)
        // Not sooner, so that whoever awaits the end may begin the next analysis.
        queue.finish(throwing: reachedEnd ? nil : CancellationError())
      }
    }
    return SNClassificationResults(subscription: subscription)
  }

  /// Results that may wait before the analysis does.
  private static var resultLimit: Int { 16 }
}
