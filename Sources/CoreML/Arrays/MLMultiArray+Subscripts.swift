public import Foundation

extension MLMultiArray {
  /// The element with a number in row-major order.
  public subscript(_ number: Int) -> NSNumber {
    get { unsafe loadNumber(at: layout.offset(ofElement: number)) }
    set { unsafe store(newValue, at: layout.offset(ofElement: number)) }
  }

  /// The element at one index for each axis.
  public subscript(_ indices: [Int]) -> NSNumber {
    get { unsafe loadNumber(at: layout.offset(of: indices)) }
    set { unsafe store(newValue, at: layout.offset(of: indices)) }
  }

  /// The element at one index for each axis.
  public subscript(_ indices: [NSNumber]) -> NSNumber {
    get { self[indices.map(\.intValue)] }
    set { self[indices.map(\.intValue)] = newValue }
  }

  @unsafe private func loadNumber(at offset: Int) -> NSNumber {
    switch dataType {
    case .double: NSNumber(value: unsafe load(at: offset) as Double)
    case .float32: NSNumber(value: unsafe load(at: offset) as Float)
    case .float16: NSNumber(value: Float(unsafe load(at: offset) as Float16))
    case .int32: NSNumber(value: unsafe load(at: offset) as Int32)
    case .int8: NSNumber(value: unsafe load(at: offset) as Int8)
    }
  }

  @unsafe private func store(_ number: NSNumber, at offset: Int) {
    switch dataType {
    case .double: unsafe store(number.doubleValue, at: offset)
    case .float32: unsafe store(number.floatValue, at: offset)
    case .float16: unsafe store(Float16(number.floatValue), at: offset)
    case .int32: unsafe store(number.int32Value, at: offset)
    case .int8: unsafe store(number.int8Value, at: offset)
    }
  }

  @unsafe private func load<Scalar>(at offset: Int) -> Scalar {
    unsafe dataPointer.load(fromByteOffset: offset * MemoryLayout<Scalar>.stride, as: Scalar.self)
  }

  @unsafe private func store<Scalar>(_ value: Scalar, at offset: Int) {
    unsafe dataPointer.storeBytes(
      of: value, toByteOffset: offset * MemoryLayout<Scalar>.stride, as: Scalar.self)
  }
}
