/// Numbers with a shape, flat and row-major: the last axis changes fastest.
package struct Tensor: Sendable, Equatable {
  /// The length of each axis, outermost first; empty for a single number.
  package var shape: [Int]
  /// The numbers, as many as the product of `shape`.
  package var scalars: [Float]

  /// Creates a tensor; the count of `scalars` must be the product of `shape`.
  package init(shape: [Int], scalars: [Float]) {
    precondition(
      elementCount(of: shape) == scalars.count,
      "a tensor of shape \(shape) cannot hold \(scalars.count) numbers")
    self.shape = shape
    self.scalars = scalars
  }

  /// Creates a tensor with the same number everywhere.
  package init(shape: [Int], repeating value: Float) {
    guard let count = elementCount(of: shape) else {
      preconditionFailure("\(shape) is no shape of a tensor")
    }
    self.shape = shape
    scalars = [Float](repeating: value, count: count)
  }
}
