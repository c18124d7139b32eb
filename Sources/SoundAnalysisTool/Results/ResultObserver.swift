import SoundAnalysis

/// Hands the results of one file to whoever writes them, as they come.
final class ResultObserver: NSObject, SNResultsObserving {
  /// What stopped the analysis, if anything did.
  enum Failure {
    /// The sound could not be analysed to its end.
    case analysis(any Error)

    /// A result could not be written.
    case output(OutputError)
  }

  /// What stopped the analysis; nil after a normal end.
  private(set) var failure: Failure?

  /// Whether the analysis came to the end of the sound.
  private(set) var isComplete = false

  /// The windows that the file had.
  private(set) var windowCount = 0

  private let write: (SNClassificationResult) throws(OutputError) -> Void
  private let cancel: () -> Void

  /// Observes one file.
  ///
  /// - Parameters:
  ///   - write: takes each result.
  ///   - cancel: ends an analysis whose results cannot be written.
  init(
    write: @escaping (SNClassificationResult) throws(OutputError) -> Void,
    cancel: @escaping () -> Void
  ) {
    self.write = write
    self.cancel = cancel
  }

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard failure == nil, let result = result as? SNClassificationResult else { return }
    windowCount += 1
    do {
      try write(result)
    } catch {
      failure = .output(error)
      cancel()
    }
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    if failure == nil { failure = .analysis(error) }
  }

  func requestDidComplete(_ request: any SNRequest) { isComplete = true }
}
