extension MLMultiArray {
  /// Creates a vector from numbers; its type is that of the numbers.
  public convenience init<Numbers: Collection>(_ numbers: Numbers) throws
  where Numbers.Element: MLShapedArrayScalar {
    try self.init(lengths: [numbers.count], dataType: Numbers.Element.multiArrayDataType)
    unsafe fill(with: numbers)
  }

  /// Creates an array with the type, shape and elements of a shaped array.
  public convenience init<Array: MLShapedArrayProtocol>(_ shapedArray: Array) {
    // A shaped array that exists has a possible shape, so only the memory can be too small.
    do {
      try self.init(lengths: shapedArray.shape, dataType: Array.Scalar.multiArrayDataType)
    } catch {
      preconditionFailure("\(error)")
    }
    unsafe fill(with: shapedArray.scalars)
  }

  /// Lets `body` read the elements where they lie.
  ///
  /// - Precondition: `Scalar` is the array's data type.
  public func withUnsafeBufferPointer<Scalar: MLShapedArrayScalar, Result>(
    ofType type: Scalar.Type, _ body: (UnsafeBufferPointer<Scalar>) throws -> Result
  ) rethrows -> Result {
    checkType(type)
    return unsafe try body(
      UnsafeBufferPointer(
        start: dataPointer.assumingMemoryBound(to: type), count: storedElementCount))
  }

  /// Lets `body` change the elements where they lie, with the strides of the axes.
  ///
  /// - Precondition: `Scalar` is the array's data type.
  public func withUnsafeMutableBufferPointer<Scalar: MLShapedArrayScalar, Result>(
    ofType type: Scalar.Type, _ body: (UnsafeMutableBufferPointer<Scalar>, [Int]) throws -> Result
  ) rethrows -> Result {
    checkType(type)
    return unsafe try body(
      UnsafeMutableBufferPointer(
        start: dataPointer.assumingMemoryBound(to: type), count: storedElementCount),
      layout.strides)
  }

  /// Lets `body` read the bytes of the elements where they lie.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    unsafe try body(
      UnsafeRawBufferPointer(start: dataPointer, count: storedElementCount * dataType.byteCount))
  }

  /// Lets `body` change the bytes of the elements where they lie, with the strides of the axes.
  public func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer, [Int]) throws -> Result
  ) rethrows -> Result {
    unsafe try body(
      UnsafeMutableRawBufferPointer(
        start: dataPointer, count: storedElementCount * dataType.byteCount), layout.strides)
  }

  /// The elements in row-major order, converted to single precision.
  var floats: [Float] {
    switch dataType {
    case .double: elements(of: Double.self) { Float($0) }
    case .float32: elements(of: Float.self) { $0 }
    case .float16: elements(of: Float16.self) { Float($0) }
    case .int32: elements(of: Int32.self) { Float($0) }
    case .int8: elements(of: Int8.self) { Float($0) }
    }
  }

  /// Copies the elements in row-major order, converted to single precision.
  func copy(into target: inout MutableSpan<Float>) {
    precondition(target.count == count, "\(count) numbers do not fill \(target.count) places")
    if dataType == .float32, layout.isRowMajor {
      unsafe withUnsafeBufferPointer(ofType: Float.self) { source in
        unsafe target.copy(from: source.span)
      }
    } else {
      target.copy(from: floats.span)
    }
  }

  /// The elements in row-major order, converted to double precision.
  var doubles: [Double] {
    switch dataType {
    case .double: elements(of: Double.self) { $0 }
    case .float32: elements(of: Float.self) { Double($0) }
    case .float16: elements(of: Float16.self) { Double($0) }
    case .int32: elements(of: Int32.self) { Double($0) }
    case .int8: elements(of: Int8.self) { Double($0) }
    }
  }

  /// Creates an array of single-precision numbers in row-major order, converted to a type.
  convenience init(
    shape: [Int], floats: [Float], dataType: MLMultiArrayDataType = .float32
  ) throws(MLModelError) {
    try self.init(lengths: shape, dataType: dataType)
    precondition(floats.count == count, "\(floats.count) numbers do not fill the shape \(shape)")
    switch dataType {
    case .double: unsafe fill(with: floats.map { Double($0) })
    case .float32: unsafe fill(with: floats)
    case .float16: unsafe fill(with: floats.map { Float16($0) })
    case .int32: unsafe fill(with: floats.map { Int32(nearestTo: Double($0)) })
    case .int8: unsafe fill(with: floats.map { Int8(nearestTo: Double($0)) })
    }
  }

  private func elements<Scalar, Number>(
    of type: Scalar.Type, _ convert: (Scalar) -> Number
  ) -> [Number] {
    let source = unsafe dataPointer.assumingMemoryBound(to: type)
    return unsafe [Number](unsafeUninitializedCapacity: count) { buffer, filled in
      var index = 0
      layout.forEachOffset { offset in
        unsafe buffer.initializeElement(at: index, to: convert(source[offset]))
        index += 1
      }
      filled = index
    }
  }

  @unsafe private func fill<Numbers: Collection>(with numbers: Numbers) {
    let target = unsafe dataPointer.assumingMemoryBound(to: Numbers.Element.self)
    for (index, number) in numbers.enumerated() { unsafe target[index] = number }
  }

  private func checkType<Scalar: MLShapedArrayScalar>(_ type: Scalar.Type) {
    precondition(
      Scalar.multiArrayDataType == dataType,
      "the array holds \(dataType) elements, not \(Scalar.multiArrayDataType)")
  }

  /// How many elements lie from the first to the last, gaps included.
  private var storedElementCount: Int {
    guard count > 0 else { return 0 }
    return zip(layout.lengths, layout.strides).reduce(1) { $0 + ($1.0 - 1) * $1.1 }
  }
}
