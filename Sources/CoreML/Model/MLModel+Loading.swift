public import Foundation

extension MLModel {
  /// Reads a model away from the caller's thread.
  ///
  /// - Throws: as `init(contentsOf:)`.
  public class func load(
    contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> MLModel {
    try MLModel(contentsOf: url, configuration: configuration)
  }

  /// Reads a model on another thread and hands it, or the error, to a closure.
  public class func load(
    contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
    completionHandler handler: @escaping @Sendable (Result<MLModel, any Error>) -> Void
  ) {
    let wishes = configuration.wishes
    DispatchQueue.global().async {
      handler(
        Result { try MLModel(contentsOf: url, configuration: MLModelConfiguration(wishes)) })
    }
  }
}
