/// What arrays with a shape and value semantics share.
public protocol MLShapedArrayProtocol: Equatable, Sendable {
  /// The type of the elements.
  associatedtype Scalar: MLShapedArrayScalar

  /// The length of each axis, outermost first.
  var shape: [Int] { get }

  /// The elements in row-major order.
  var scalars: [Scalar] { get }
}

extension MLShapedArrayProtocol {
  /// The number of elements.
  public var scalarCount: Int { scalars.count }

  /// Whether the array has no axes and so holds a single number.
  public var isScalar: Bool { shape.isEmpty }

  /// The number that an array without axes holds.
  public var scalar: Scalar? { isScalar ? scalars.first : nil }
}
