import Foundation
import SoundAnalysis
import Synchronization

/// An observer that keeps what it is told.
final class Recorder: NSObject, SNResultsObserving, Sendable {
  struct Row: Equatable {
    var start: Int64
    var duration: Int64
    var timescale: Int32
    var labels: [String]
    var confidences: [Double]
  }

  struct Log {
    var results: [SNClassificationResult] = []
    var errors: [NSError] = []
    var completions = 0
    var onResult: (@Sendable (SNClassificationResult) -> Void)?
  }

  private let log = Mutex(Log())

  var results: [SNClassificationResult] { log.withLock { $0.results } }
  var errors: [NSError] { log.withLock { $0.errors } }
  var completions: Int { log.withLock { $0.completions } }

  /// The results as plain values, for comparison to the bit.
  var rows: [Row] {
    results.map { result in
      Row(
        start: result.timeRange.start.value, duration: result.timeRange.duration.value,
        timescale: result.timeRange.start.timescale,
        labels: result.classifications.map(\.identifier),
        confidences: result.classifications.map(\.confidence))
    }
  }

  /// Does something inside every result callback.
  func onResult(_ action: @escaping @Sendable (SNClassificationResult) -> Void) {
    log.withLock { $0.onResult = action }
  }

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult else { return }
    let action = log.withLock { log in
      log.results.append(result)
      return log.onResult
    }
    action?(result)
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    log.withLock { $0.errors.append(error as NSError) }
  }

  func requestDidComplete(_ request: any SNRequest) {
    log.withLock { $0.completions += 1 }
  }
}
