/// A run of floats inside a plan's memory; the plan keeps the memory alive while it runs.
@safe struct FloatRegion {
  private let base: UnsafeMutablePointer<Float>
  let count: Int

  /// The floats at `base`, which must stay valid as long as the region is used.
  init(base: UnsafeMutablePointer<Float>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> Float {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    @inline(__always) nonmutating set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// The floats as a buffer, for loops that check their bounds once.
  var buffer: UnsafeMutableBufferPointer<Float> {
    unsafe UnsafeMutableBufferPointer(start: base, count: count)
  }

  func fill(_ value: Float) {
    unsafe base.update(repeating: value, count: count)
  }

  /// Fills part of the region.
  func fill(_ value: Float, from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && start + count <= self.count)
    unsafe (base + start).update(repeating: value, count: count)
  }

  /// Copies as many numbers as `scalars` has to the start.
  func copy(from scalars: WeightScalars) {
    precondition(scalars.count <= count, "more numbers than the region holds")
    scalars.withSpan { span in
      unsafe span.withUnsafeBufferPointer {
        if let source = $0.baseAddress { unsafe base.update(from: source, count: $0.count) }
      }
    }
  }

  /// Copies numbers that fill the region exactly.
  func copy(from span: Span<Float>) {
    precondition(
      span.count == count, "\(span.count) numbers given, the network takes \(count)")
    unsafe span.withUnsafeBufferPointer {
      if let source = $0.baseAddress { unsafe base.update(from: source, count: count) }
    }
  }

  /// Copies all numbers to a span that they fill exactly.
  func copy(to span: inout MutableSpan<Float>) {
    precondition(
      span.count == count, "room for \(span.count) numbers, the network gives \(count)")
    unsafe span.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress?.update(from: base, count: count)
    }
  }

  /// Lets `body` write the floats.
  func withMutableSpan<Result>(
    _ body: (inout MutableSpan<Float>) throws -> Result
  ) rethrows -> Result {
    var span = unsafe MutableSpan(_unsafeElements: buffer)
    return try body(&span)
  }

  /// Lets `body` read the floats.
  func withSpan<Result>(_ body: (Span<Float>) throws -> Result) rethrows -> Result {
    let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(buffer))
    return try body(span)
  }
}
