public import Foundation

/// A block of numbers with a shape, as models take and give it.
///
/// The elements are mutable and shared by everyone who holds the array, as on Apple's systems: do
/// not change them while another thread uses the array.
@safe public final class MLMultiArray: NSObject {
  /// The type of the elements.
  public let dataType: MLMultiArrayDataType

  /// The first element; `strides` tells where the others are.
  public let dataPointer: UnsafeMutableRawPointer

  /// Where the elements lie.
  let layout: ArrayLayout

  private let deallocator: ((UnsafeMutableRawPointer) -> Void)?

  /// Creates an array of zeros.
  ///
  /// - Parameters:
  ///   - shape: the length of each axis, outermost first, none negative.
  ///   - dataType: the type of the elements.
  /// - Throws: `MLModelError.generic` if the shape is no shape or too large for the memory.
  public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
    try self.init(lengths: shape.map(\.intValue), dataType: dataType)
  }

  /// Wraps memory that someone else has filled.
  ///
  /// - Parameters:
  ///   - dataPointer: the first element.
  ///   - shape: the length of each axis, outermost first.
  ///   - dataType: the type of the elements.
  ///   - strides: the distance of neighbours along each axis, in elements, none negative.
  ///   - deallocator: called with `dataPointer` once the array is gone.
  /// - Throws: `MLModelError.generic` if shape and strides do not fit each other.
  public init(
    dataPointer: UnsafeMutableRawPointer, shape: [NSNumber], dataType: MLMultiArrayDataType,
    strides: [NSNumber], deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
  ) throws {
    guard
      let layout = ArrayLayout(lengths: shape.map(\.intValue), strides: strides.map(\.intValue))
    else {
      throw MLModelError(
        .generic, "an array of shape \(shape) cannot have the strides \(strides)")
    }
    self.dataType = dataType
    unsafe self.dataPointer = unsafe dataPointer
    self.layout = layout
    unsafe self.deallocator = unsafe deallocator
  }

  init(lengths: [Int], dataType: MLMultiArrayDataType) throws(MLModelError) {
    guard let layout = ArrayLayout(lengths: lengths),
      let memory = unsafe calloc(max(layout.count, 1), dataType.byteCount)
    else {
      throw MLModelError(
        .generic, "an array of shape \(lengths) is not possible or does not fit the memory")
    }
    self.dataType = dataType
    unsafe dataPointer = memory
    self.layout = layout
    unsafe deallocator = { unsafe free($0) }
  }

  deinit {
    unsafe deallocator?(dataPointer)
  }

  /// The length of each axis, outermost first.
  public var shape: [NSNumber] { layout.lengths.map { NSNumber(value: $0) } }

  /// The distance of neighbours along each axis, in elements.
  public var strides: [NSNumber] { layout.strides.map { NSNumber(value: $0) } }

  /// The number of elements.
  public var count: Int { layout.count }

  /// The type, the shape and the first few elements.
  public override var description: String {
    let shown = (0..<min(count, 8)).map { self[$0].description }.joined(separator: ", ")
    return "\(dataType) \(layout.lengths) [\(shown)\(count > 8 ? ", ..." : "")]"
  }

  /// Whether the other object is an array of the same type, shape and elements.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? MLMultiArray else { return false }
    if self === other { return true }
    return dataType == other.dataType && layout.lengths == other.layout.lengths
      && doubles == other.doubles
  }

  /// A hash of type and shape.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(dataType)
    hasher.combine(layout.lengths)
    return hasher.finalize()
  }
}
