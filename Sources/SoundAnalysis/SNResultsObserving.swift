public import Foundation

/// Receives the results of a request, its failure, or word of its completion.
///
/// An analyzer holds its observers weakly: keep them alive while it works. The methods of
/// observers of one analyzer are never called at the same time, and never on the main thread
/// unless the analysis itself was started there with the blocking `analyze()`.
///
/// Only `request(_:didProduce:)` must be written; the other two do nothing by default.
public protocol SNResultsObserving: NSObjectProtocol {
  /// Delivers one result of a request.
  ///
  /// - Parameters:
  ///   - request: the request as it was added to the analyzer.
  ///   - result: for a classify-sound request, an `SNClassificationResult`.
  func request(_ request: any SNRequest, didProduce result: any SNResult)

  /// Tells that a part of the analysis failed.
  ///
  /// After an error no `requestDidComplete(_:)` follows.
  func request(_ request: any SNRequest, didFailWithError error: any Error)

  /// Tells that the analysis ended normally and that no result will follow.
  func requestDidComplete(_ request: any SNRequest)
}

extension SNResultsObserving {
  /// Ignores the failure.
  public func request(_ request: any SNRequest, didFailWithError error: any Error) {}

  /// Ignores the completion.
  public func requestDidComplete(_ request: any SNRequest) {}
}
