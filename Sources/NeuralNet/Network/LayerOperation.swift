/// What a layer computes from its inputs.
///
/// Spatial operations act on the last three axes (channels, height, width) and treat all axes
/// before them as one batch, so that tensors of rank 3, 4 and 5 run alike. Axis parameters may be
/// negative: -1 is the last axis.
package protocol LayerOperation: Sendable {
  /// What errors call the operation, such as `convolution`.
  static var operationName: String { get }

  /// The shapes of the outputs for inputs of the given shapes; throws if they do not fit.
  ///
  /// Every length of `inputs` is at least 1. The network checks the sizes of the result.
  func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]]

  /// Computes the outputs by the plain definition, from inputs whose shapes fit.
  func evaluate(_ inputs: [Tensor]) -> [Tensor]

  /// Adds the steps that compute the outputs fast, for inputs whose shapes fit.
  func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError)
}
