/// A block of numbers with a shape and value semantics.
public struct MLShapedArray<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol {
  /// The length of each axis, outermost first.
  public private(set) var shape: [Int]

  /// The elements in row-major order.
  public private(set) var scalars: [Scalar]

  /// Creates an array from its elements in row-major order.
  ///
  /// - Precondition: there are as many scalars as the shape holds.
  public init<Scalars: Sequence>(scalars: Scalars, shape: [Int])
  where Scalars.Element == Scalar {
    self.shape = shape
    self.scalars = Array(scalars)
    precondition(
      ArrayLayout(lengths: shape)?.count == self.scalars.count,
      "\(self.scalars.count) scalars do not fill the shape \(shape)")
  }

  /// Creates an array with the same number everywhere.
  public init(repeating scalar: Scalar, shape: [Int]) {
    guard let count = ArrayLayout(lengths: shape)?.count else {
      preconditionFailure("\(shape) is no shape of an array")
    }
    self.shape = shape
    scalars = Array(repeating: scalar, count: count)
  }

  /// Creates an array without axes, which holds one number.
  public init(scalar: Scalar) {
    self.init(scalars: CollectionOfOne(scalar), shape: [])
  }

  /// Copies a multi-array, converting its elements where they are of another type.
  public init(converting multiArray: MLMultiArray) {
    self.init(
      scalars: multiArray.doubles.map { Scalar(nearestTo: $0) }, shape: multiArray.layout.lengths)
  }

  /// Copies a multi-array.
  ///
  /// - Precondition: the elements are of the type `Scalar`.
  public init(_ multiArray: MLMultiArray) {
    precondition(
      multiArray.dataType == Scalar.multiArrayDataType,
      "the array holds \(multiArray.dataType) elements, not \(Scalar.multiArrayDataType)")
    self.init(converting: multiArray)
  }

  /// The distance of neighbours along each axis, in elements.
  public var strides: [Int] { layout.strides }

  /// The element at one index for each axis.
  public subscript(scalarAt indices: [Int]) -> Scalar {
    get { scalars[layout.offset(of: indices)] }
    set { scalars[layout.offset(of: indices)] = newValue }
  }

  /// The element at one index for each axis.
  public subscript(scalarAt indices: Int...) -> Scalar {
    get { self[scalarAt: indices] }
    set { self[scalarAt: indices] = newValue }
  }

  /// The part of the array at one index of the outermost axis.
  public subscript(index: Int) -> MLShapedArray<Scalar> {
    precondition(
      !shape.isEmpty && index >= 0 && index < shape[0],
      "index \(index) is outside an array of shape \(shape)")
    let length = layout.strides[0]
    return MLShapedArray(
      scalars: scalars[index * length..<(index + 1) * length], shape: Array(shape.dropFirst()))
  }

  /// The same elements in another shape with the same number of elements.
  public func reshaped(to shape: [Int]) -> MLShapedArray<Scalar> {
    MLShapedArray(scalars: scalars, shape: shape)
  }

  /// Lets `body` read the elements, with the shape and the strides.
  public func withUnsafeShapedBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Scalar>, [Int], [Int]) throws -> Result
  ) rethrows -> Result {
    unsafe try scalars.withUnsafeBufferPointer { unsafe try body($0, shape, strides) }
  }

  /// Lets `body` change the elements, with the shape and the strides.
  public mutating func withUnsafeMutableShapedBufferPointer<Result>(
    _ body: (UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> Result
  ) rethrows -> Result {
    let (shape, strides) = (shape, strides)
    return unsafe try scalars.withUnsafeMutableBufferPointer {
      unsafe try body($0, shape, strides)
    }
  }

  private var layout: ArrayLayout {
    guard let layout = ArrayLayout(lengths: shape) else {
      preconditionFailure("\(shape) is no shape of an array")
    }
    return layout
  }
}
