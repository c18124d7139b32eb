extension MutableSpan where Element == Float {
  /// Copies numbers from a span of the same length.
  mutating func copy(from source: Span<Float>) {
    precondition(source.count == count, "\(source.count) numbers do not fill \(count) places")
    for index in 0..<count { self[index] = source[index] }
  }
}

extension [Float] {
  /// Copies the numbers of a span.
  init(copying source: Span<Float>) {
    self = unsafe source.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
